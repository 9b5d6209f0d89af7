/**
 * The pattern of the SDK's documentation, in both generations: for every request a new server with its tools, behind
 * Express. The tools are as many as the catalog's, with the same arguments, and read the same pages from memory.
 */
import type { RequestListener } from 'node:http';
import { McpServer as FirstServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import express from 'express';
import { z } from 'zod';
import type { Site } from '../../../../server/site.ts';
import { worldOf } from '../support.ts';

const shapes = {
  search: {
    query: z.string().min(1).max(2000),
    kind: z.enum(['pattern', 'starter']).optional(),
    task_class: z.string().max(128).optional(),
    limit: z.number().int().min(1).max(20).default(8),
  },
  fetch: { path: z.string().min(1).max(2048), offset: z.number().int().min(0).default(0) },
  get_pattern: { pattern: z.string().min(1).max(200) },
  list_starters: { task_class: z.string().max(128).optional() },
  report_outcome: {
    ticket: z.string().max(1024),
    outcome: z.enum(['worked', 'partly', 'did_not_work']),
    note: z.string().max(280).optional(),
  },
};
const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
const identity = { name: 'documented', version: '1.0.0' };
const description = 'Reads one page of the catalog, exactly as it is served over HTTP.';

const answer = (site: Site, path: unknown) => ({
  content: [
    { type: 'text' as const, text: site.pages.get(String(path))?.identity.body.toString('utf8') ?? '' },
  ],
});

/** `@modelcontextprotocol/sdk`: a server and a transport for every request. */
export async function documentedFirst(dist: string): Promise<RequestListener> {
  const site = worldOf(dist).site();
  const app = express();
  app.use(express.json());
  app.post('/mcp', async (request, response) => {
    const server = new FirstServer(identity);
    for (const [name, inputSchema] of Object.entries(shapes)) {
      server.registerTool(
        name,
        { title: name, description, inputSchema, annotations },
        (values: Record<string, unknown>) => answer(site, values.path),
      );
    }
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.on('close', () => {
      transport.close();
      server.close();
    });
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(request, response, request.body);
  });
  return app;
}

/** `@modelcontextprotocol/server`: `createMcpHandler` with a factory, behind the adapter for Node.js. */
export async function documentedSecond(dist: string): Promise<RequestListener> {
  const site = worldOf(dist).site();
  // A package of its own, which this project does not otherwise need.
  const adapter = '@modelcontextprotocol/node';
  const { toNodeHandler } = (await import(adapter)) as { toNodeHandler: ToNodeHandler };
  const handle = toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer(identity);
      for (const [name, shape] of Object.entries(shapes)) {
        const inputSchema = z.object(shape);
        server.registerTool(
          name,
          { title: name, description, inputSchema, annotations },
          (values: Record<string, unknown>) => answer(site, values.path),
        );
      }
      return server;
    }),
  );
  const app = express();
  app.use(express.json());
  app.all('/mcp', (request, response) => handle(request, response, request.body));
  return app;
}

type ToNodeHandler = (
  handler: ReturnType<typeof createMcpHandler>,
) => (request: express.Request, response: express.Response, body: unknown) => void;
