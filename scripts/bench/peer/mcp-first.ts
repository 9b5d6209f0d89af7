/**
 * The SDK's first generation as its documentation sets up a stateless server: behind Express, a new server with its tools
 * and a new transport for every request. Answers are JSON, as ours are.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express from 'express';
import { about, answer, identity, shapes } from './mcp-tools.ts';

const app = express();
app.use(express.json());
app.post('/mcp', async (request, response) => {
  const server = new McpServer(identity);
  for (const [name, inputSchema] of Object.entries(shapes)) {
    server.registerTool(name, { ...about(name), inputSchema }, answer);
  }
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on('close', () => {
    transport.close();
    server.close();
  });
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response, request.body);
});
app.listen(Number(process.env.PORT), '127.0.0.1');
