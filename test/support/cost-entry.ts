/** Every place where the service reads what strangers and tenants send, as makers of costly requests. */
import { loadRoutes } from '../../server/routes.ts';
import type { Sent } from './cost-server.ts';
import { lineShapes, markdownShapes, yamlShapes } from './nasty.ts';
import { receiptText } from './receipt.ts';
import type { Shape } from './shape.ts';
import { formationText, lockText, profileText, suiteText, type TestCredential } from './tenant.ts';

export interface Entry {
  name: string;
  /** What one request may cost, in milliseconds of processor time. */
  budget: number;
  /** The size of its largest input, in bytes. */
  limit: number;
  shapes: readonly Shape[];
  /** The request that carries a text. */
  request(text: string): Sent;
}

const kilobyte = 1024;
const largestBody = 256 * kilobyte;
const largestFrontMatter = 64 * kilobyte;
const largestReceipt = 4 * kilobyte;
/** What a header may hold beside the others: Node.js takes 16 KiB in all. */
const largestHeader = 15 * kilobyte;

const pageBudget = 3;
const bodyBudget = 60;

const markdown = { 'Content-Type': 'text/markdown; charset=utf-8' };

/** A body of exactly as many bytes as are allowed, or fewer. */
function bytesOf(text: string, limit: number): Buffer {
  return Buffer.from(text).subarray(0, limit);
}

const framed = (text: string): string => `---\n${text}${text.endsWith('\n') ? '' : '\n'}---\n`;

const receipt = (body: string): Sent => ({
  method: 'POST',
  path: '/v1/use-receipts',
  headers: markdown,
  body: bytesOf(body, largestReceipt),
});

/** A document with one of its fields replaced by a text, in double quotes and as it is. */
function fieldReplaced(document: string, field: string, text: string): string {
  return document.replace(new RegExp(`^${field}:.*$`, 'm'), () => `${field}: ${text}`);
}

const quoted = (text: string): string => JSON.stringify(text);

const receiptFields = ['ticket', 'model_id', 'task_class', 'outcome', 'tests_ran', 'kind'];

function receiptEntries(): Entry[] {
  const valid = receiptText({ ticket: 'ut1.a.b' });
  const common = { budget: pageBudget, limit: largestReceipt };
  return [
    {
      ...common,
      name: 'receipt',
      limit: largestReceipt - 8,
      shapes: yamlShapes,
      request: text => receipt(framed(text)),
    },
    { ...common, name: 'receipt text', shapes: markdownShapes, request: receipt },
    {
      ...common,
      name: 'receipt body',
      limit: largestReceipt - valid.length,
      shapes: markdownShapes,
      request: text => receipt(valid + text),
    },
    ...receiptFields.flatMap(field => [
      {
        ...common,
        name: `receipt field ${field}`,
        limit: largestReceipt - valid.length,
        shapes: lineShapes,
        request: (text: string) => receipt(fieldReplaced(valid, field, quoted(text))),
      },
    ]),
  ];
}

const documents: Record<string, string> = {
  formations: formationText(),
  'execution-locks': lockText(`sha256:${'1'.repeat(64)}`),
  'workload-profiles': profileText(),
  suites: suiteText(),
};

async function tenantEntries(tenant: TestCredential, runner: TestCredential): Promise<Entry[]> {
  let key = 0;
  const prefix = '/v1/tenants/acme';
  const paths = (await loadRoutes())
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/v1/tenants/'))
    .map(({ path, access }) => ({
      path: path.replace(':tenant', 'acme').replace(':job', 'none'),
      token: access === 'runner' ? runner.token : tenant.token,
    }));
  return paths.flatMap(({ path, token }) => {
    const post = (body: string): Sent => ({
      method: 'POST',
      path,
      headers: { ...markdown, Authorization: `Bearer ${token}`, 'Idempotency-Key': `cost-${++key}` },
      body: bytesOf(body, largestBody),
    });
    const name = path.slice(prefix.length + 1);
    const common = { budget: bodyBudget, limit: largestBody };
    const valid = documents[name];
    return [
      {
        ...common,
        name: `${name}: front matter`,
        limit: largestFrontMatter - 8,
        shapes: yamlShapes,
        request: (text: string) => post(framed(text)),
      },
      {
        ...common,
        name: `${name}: front matter beyond its limit`,
        shapes: yamlShapes,
        request: (text: string) => post(framed(text)),
      },
      ...(valid === undefined ? [] : validEntries(name, valid, post)),
    ];
  });
}

/** Documents that are good but for one field, or for what follows the front matter. */
function validEntries(name: string, valid: string, post: (body: string) => Sent): Entry[] {
  const common = { budget: bodyBudget, limit: largestBody };
  const fields = [...valid.matchAll(/^([a-z_]+):/gm)].map(([, field]) => field!);
  return [
    { ...common, name: `${name}: body`, shapes: markdownShapes, request: text => post(valid + text) },
    {
      ...common,
      name: `${name}: body in lines`,
      shapes: markdownShapes,
      request: text => post(valid + text.replace(/[^\n]{960}/g, '$&\n')),
    },
    ...fields.map((field, index) => ({
      ...common,
      name: `${name}: field ${field}`,
      limit: largestFrontMatter - valid.length,
      shapes: index % 2 === 0 ? lineShapes : yamlShapes,
      request: (text: string) =>
        post(fieldReplaced(valid, field, index % 2 === 0 ? quoted(text.slice(0, 900)) : `\n${text}`)),
    })),
    {
      ...common,
      name: `${name}: lists`,
      limit: largestFrontMatter - valid.length,
      shapes: lineShapes,
      request: text => post(valid.replace(/^(title:)/m, () => `x: [${listOf(text)}]\n$1`)),
    },
  ];
}

const listOf = (text: string): string => text.replace(/[^\w]/g, ',').replace(/.{400}/g, '$&,\n ');

const headers = [
  'User-Agent',
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Content-Type',
  'Cookie',
  'From',
  'Host',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'Idempotency-Key',
  'Origin',
  'Range',
  'Referer',
  'Sec-Fetch-Mode',
  'X-Forwarded-For',
  'Forwarded',
];

const fetchPage = (more: Record<string, string>, path = '/patterns/gate.md'): Sent => ({
  method: 'GET',
  path,
  headers: { 'User-Agent': 'curl/8.5.0', ...more },
});

/** What a header may hold: Node.js refuses other characters before they are sent. */
const headerText = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, 'x');

function pageEntries(): Entry[] {
  const common = { budget: pageBudget, limit: largestHeader, shapes: lineShapes };
  const urlText = (text: string) => text.replace(/[^\x21-\x7e]/g, '+');
  return [
    ...headers.flatMap(header => [
      {
        ...common,
        name: `header ${header}`,
        request: (text: string) => fetchPage({ [header]: headerText(text) }),
      },
    ]),
    ...['User-Agent', 'Accept', 'From', 'Authorization', 'Mcp-Name', 'MCP-Protocol-Version'].map(header => ({
      ...common,
      name: `header ${header} over MCP`,
      request: (text: string) => callTool('fetch', { path: '/llms.txt' }, { [header]: headerText(text) }),
    })),
    ...['Authorization', 'Idempotency-Key', 'If-None-Match'].map(header => ({
      ...common,
      name: `header ${header} at a tenant`,
      request: (text: string) => fetchPage({ [header]: headerText(text) }, '/v1/tenants/acme/account.md'),
    })),
    { ...common, name: 'path', request: text => fetchPage({}, `/${urlText(text)}`) },
    { ...common, name: 'path of a pattern', request: text => fetchPage({}, `/patterns/${urlText(text)}.md`) },
    { ...common, name: 'query', request: text => fetchPage({}, `/starters/index.md?${urlText(text)}`) },
    {
      ...common,
      name: 'query of a task class',
      request: text => fetchPage({}, `/starters/index.md?task_class=${urlText(text)}`),
    },
  ];
}

function callTool(name: string, args: Record<string, unknown>, more: Record<string, string> = {}): Sent {
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

function mcpEntries(): Entry[] {
  const call = { jsonrpc: '2.0', id: 1 };
  const shapes = lineShapes;
  const raw: Shape[] = [
    '[',
    '{"a":',
    '[],',
    '{},',
    '"a",',
    '1,',
    '"\\u0041',
    '"a":1,',
    '\\',
    '1e9,',
    '-',
    ' ',
  ].map(unit => ({
    name: `repeat ${unit}`,
    make: size => unit.repeat(Math.ceil(size / unit.length)).slice(0, size),
  }));
  return [
    ...toolArguments.flatMap(([tool, argument]) => [
      {
        name: `MCP ${tool} ${argument}`,
        budget: bodyBudget,
        limit: largestBody - 256,
        shapes,
        request: (text: string) => callTool(tool, { [argument]: text }),
      },
      ...argumentLengths.map(limit => ({
        name: `MCP ${tool} ${argument} of ${limit}`,
        budget: pageBudget,
        limit,
        shapes,
        request: (text: string) => callTool(tool, { [argument]: asNew(argument, text) }),
      })),
    ]),
    { name: 'MCP raw', budget: bodyBudget, limit: largestBody, shapes: raw, request: text => rpc(text) },
    ...['method', 'id', 'jsonrpc'].map(field => ({
      name: `MCP ${field}`,
      budget: bodyBudget,
      limit: largestBody - 256,
      shapes,
      request: (text: string) => rpc({ ...call, method: 'ping', [field]: text }),
    })),
    ...['resources/read', 'completion/complete', 'prompts/get', 'resources/list'].map(method => ({
      name: `MCP ${method}`,
      budget: bodyBudget,
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
      budget: bodyBudget,
      limit: largestBody - 4096,
      shapes,
      request: text =>
        callTool('search', Object.fromEntries(text.match(/.{1,8}/gs)!.map((t, i) => [t + i, t]))),
    },
  ];
}

/** Every entry over HTTP. */
export const entries = async (tenant: TestCredential, runner: TestCredential): Promise<Entry[]> => [
  ...receiptEntries(),
  ...pageEntries(),
  ...mcpEntries(),
  ...(await tenantEntries(tenant, runner)),
];
