/** Every place where the service reads what strangers and tenants send, as makers of costly requests. */
import { callTool, mcpEntries } from './cost-entry-mcp.ts';
import {
  bodyBudget,
  bytesOf,
  type Entry,
  largestBody,
  largestFrontMatter,
  largestHeader,
  largestReceipt,
  markdown,
  pageBudget,
} from './cost-limit.ts';
import type { Sent } from './cost-server.ts';
import { tenantRoutes } from './door.ts';
import { lineShapes, markdownShapes, yamlShapes } from './nasty.ts';
import { receiptText } from './receipt.ts';
import { formationText, lockText, profileText, suiteText, type TestCredential } from './tenant.ts';

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

const undeclared = Array.from({ length: 800 }, (_, at) => `k${at}: 1\n`).join('');

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
      name: 'receipt undeclared fields',
      limit: largestReceipt - 8,
      shapes: [{ name: 'keys', make: size => undeclared.slice(0, size).replace(/.*$/, '') }],
      request: text => receipt(framed(text)),
    },
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

function tenantEntries(tenant: TestCredential, runner: TestCredential): Entry[] {
  let key = 0;
  const prefix = '/v1/tenants/acme';
  const paths = tenantRoutes
    .filter(({ method }) => method === 'POST')
    .map(({ path, access }) => ({
      path: path.replace('{tenant}', 'acme').replace('{job}', 'none'),
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
  ...['User-Agent', 'Accept', 'Accept-Encoding', 'Accept-Language', 'Authorization', 'Content-Type'],
  ...['Cookie', 'From', 'Host', 'If-Match', 'If-Modified-Since', 'If-None-Match', 'Idempotency-Key'],
  ...['Origin', 'Range', 'Referer', 'Sec-Fetch-Mode', 'X-Forwarded-For', 'Forwarded'],
];

const fetchPage = (more: Record<string, string>, path = '/patterns/gate.md'): Sent => ({
  method: 'GET',
  path,
  headers: { 'User-Agent': 'curl/8.5.0', ...more },
});

/** Replaces the characters that no header may hold: Node.js would refuse them before they are sent. */
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

/** Every entry over HTTP. */
export const entries = (tenant: TestCredential, runner: TestCredential): Entry[] => [
  ...receiptEntries(),
  ...pageEntries(),
  ...mcpEntries(),
  ...tenantEntries(tenant, runner),
];
