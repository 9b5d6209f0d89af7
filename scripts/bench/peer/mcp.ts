/** Serves MCP with a stateless server as the SDK documents it: a new server with its tools for every request, behind Express. */
import { readFileSync } from 'node:fs';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import express from 'express';
import { z } from 'zod';

const text = z.string().max(2048);
/** The schemas of the tools of the compared server, which has as many tools as the service. */
const shapes: Readonly<Record<string, z.ZodObject>> = {
  search: z.object({ query: text, kind: text.optional(), limit: z.int().min(1).max(20).default(8) }),
  fetch: z.object({ path: text, offset: z.int().min(0).default(0) }),
  get_pattern: z.object({ pattern: text }),
  list_starters: z.object({ task_class: text.optional() }),
  report_outcome: z.object({
    ticket: text,
    outcome: z.enum(['worked', 'partly', 'did_not_work']),
    note: text.optional(),
  }),
};
const list = JSON.parse(readFileSync(process.env.BENCH_PAGES!, 'utf8')) as { path: string; file: string }[];
const pages = new Map(list.map(({ path, file }) => [path, readFileSync(file, 'utf8')]));

const handle = toNodeHandler(
  createMcpHandler(() => {
    const server = new McpServer({ name: 'documented', version: '1.0.0' });
    for (const [name, inputSchema] of Object.entries(shapes))
      server.registerTool(
        name,
        { description: `The tool ${name}.`, inputSchema },
        (values: Record<string, unknown>) => ({
          content: [{ type: 'text', text: pages.get(String(values.path)) ?? '' }],
        }),
      );
    return server;
  }),
);
const app = express();
app.use(express.json());
app.all('/mcp', (request, response) => handle(request, response, request.body));
app.get(/\.md$/, (_, response) => void response.send('ready'));
app.listen(Number(process.env.PORT), '127.0.0.1');
