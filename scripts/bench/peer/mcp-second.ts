/**
 * The SDK's second generation as its documentation sets up a stateless server: `createMcpHandler` with a factory that makes
 * a server with its tools for every request, behind the adapter for Node.js and Express.
 */
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import express from 'express';
import { z } from 'zod';
import { about, answer, identity, shapes } from './mcp-tools.ts';

const handle = toNodeHandler(
  createMcpHandler(() => {
    const server = new McpServer(identity);
    for (const [name, shape] of Object.entries(shapes)) {
      server.registerTool(name, { ...about(name), inputSchema: z.object(shape) }, answer);
    }
    return server;
  }),
);

const app = express();
app.use(express.json());
app.all('/mcp', (request, response) => handle(request, response, request.body));
app.listen(Number(process.env.PORT), '127.0.0.1');
