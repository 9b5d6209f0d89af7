/** Every place where the MCP endpoint reads what strangers send, as makers of costly requests. */
import { bytesOf, callBudget, type Entry, largestBody, pageBudget } from './cost-limit.ts';
import type { Sent } from './cost-server.ts';
import { lineShapes } from './nasty.ts';
import type { Shape } from './shape.ts';

/** The most milliseconds that a question of a length that people write may cost: every word of it is compared. */
const questionBudget = 5;

export function callTool(
  name: string,
  args: Record<string, unknown>,
  more: Record<string, string> = {},
): Sent {
  return rpc({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }, more);
}

const rpc = (message: unknown, more: Record<string, string> = {}): Sent => ({
  method: 'POST',
  path: '/mcp',
  headers: {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'User-Agent': 'curl/8.5.0',
    ...more,
  },
  body: bytesOf(typeof message === 'string' ? message : JSON.stringify(message), largestBody),
});

const toolArguments: readonly [string, string][] = [
  ['search', 'query'],
  ['search', 'kind'],
  ['search', 'task_class'],
  ['fetch', 'path'],
  ['get_pattern', 'pattern'],
  ['list_starters', 'task_class'],
  ['report_outcome', 'ticket'],
  ['report_outcome', 'outcome'],
  ['report_outcome', 'note'],
];

/** Lengths at which an argument is read rather than refused for its length. */
const argumentLengths = [100, 200, 400, 1000, 2000];

let questions = 0;

/** A question that nobody asked before: the answers to others are remembered, and cost nothing. */
const asNew = (argument: string, text: string): string => {
  if (argument !== 'query') return text;
  questions += 1;
  const mark = ` ${questions.toString(36)}`;
  return text.slice(0, -mark.length) + mark;
};

export function mcpEntries(): Entry[] {
  const call = { jsonrpc: '2.0', id: 1 };
  const shapes = lineShapes;
  const raw: Shape[] = [
    ...['[', '{"a":', '[],', '{},', '"a",', '1,', '"\\u0041', '"a":1,', '\\', '1e9,', '-', ' '],
  ].map(unit => ({
    name: `repeat ${unit}`,
    make: size => unit.repeat(Math.ceil(size / unit.length)).slice(0, size),
  }));
  return [
    ...toolArguments.flatMap(([tool, argument]) => [
      {
        name: `MCP ${tool} ${argument}`,
        budget: callBudget,
        limit: largestBody - 256,
        shapes,
        request: (text: string) => callTool(tool, { [argument]: text }),
      },
      ...argumentLengths.map(limit => ({
        name: `MCP ${tool} ${argument} of ${limit}`,
        budget: argument === 'query' ? questionBudget : pageBudget,
        limit,
        shapes,
        request: (text: string) => callTool(tool, { [argument]: asNew(argument, text) }),
      })),
    ]),
    { name: 'MCP raw', budget: callBudget, limit: largestBody, shapes: raw, request: text => rpc(text) },
    ...['method', 'id', 'jsonrpc'].map(field => ({
      name: `MCP ${field}`,
      budget: callBudget,
      limit: largestBody - 256,
      shapes,
      request: (text: string) => rpc({ ...call, method: 'ping', [field]: text }),
    })),
    ...['resources/read', 'completion/complete', 'prompts/get', 'resources/list'].map(method => ({
      name: `MCP ${method}`,
      budget: callBudget,
      limit: largestBody - 512,
      shapes,
      request: (text: string) =>
        rpc({
          ...call,
          method,
          params: {
            uri: text,
            name: text.slice(0, 2000),
            cursor: text.slice(0, 500),
            ref: { type: 'ref/resource', uri: 'catalog://{path}' },
            argument: { name: 'path', value: text },
          },
        }),
    })),
    {
      name: 'MCP wide arguments',
      budget: callBudget,
      limit: largestBody - 4096,
      shapes,
      request: text =>
        callTool('search', Object.fromEntries(text.match(/.{1,8}/gs)!.map((t, i) => [t + i, t]))),
    },
  ];
}
