/**
 * HTTP transcripts: what a client sends and gets, as text that a client author can read.
 *
 *     # A comment, which becomes the name of the test.
 *     > GET /patterns/gate.md
 *     > Accept-Encoding: identity
 *     < 200
 *     < Content-Type: text/markdown; charset=utf-8
 *     | ---
 *     | schema: formation.pattern/v0.1
 *     | ...
 *
 * `>` is sent: the request line, then headers, then after a `>` alone the body. `<` must come back: the status, then
 * headers; `< Name:` alone says that the header is absent. `|` is the body: `...` stands for any lines, `*` within a line or
 * header for any text. A body that is not mentioned is not checked; `|` alone is an empty body.
 *
 * `< Use-Ticket: {ticket}` keeps the value of a header under a name, and `{ticket}` further down stands for it. `$` is
 * something that happens before the exchange that follows, such as `$ 7 days pass`; the test that runs the transcript
 * says how.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { RunningServer } from '../../server/process/server.ts';
import { type Answer, send } from './server.ts';

interface Exchange {
  name: string;
  /** The acts before the exchange. */
  acts: string[];
  sent: string[];
  headers: string[];
  body: string[];
}

/** Reads a transcript into its exchanges. */
function readTranscript(text: string): Exchange[] {
  const exchanges: Exchange[] = [];
  let name = '';
  let previous = '';
  let acts: string[] = [];
  for (const line of text.split('\n')) {
    const mark = line[0] ?? '';
    const rest = line.slice(1).replace(/^ /, '');
    if (mark === '#') name = previous === '#' ? `${name} ${rest}` : rest;
    if (mark === '$') acts.push(rest);
    if (mark === '>' && previous !== '>') {
      exchanges.push({ name, acts, sent: [], headers: [], body: [] });
      acts = [];
    }
    const exchange = exchanges.at(-1);
    if (mark === '>') exchange!.sent.push(rest);
    if (mark === '<') exchange!.headers.push(rest);
    if (mark === '|') exchange!.body.push(rest);
    if (mark !== '') previous = mark;
  }
  return exchanges;
}

/**
 * Makes a test of each exchange of a transcript file, in their order.
 * @param kept values that stand for their names in braces, other than those that the exchanges keep; one of several lines
 * stands for a whole body
 */
export function testTranscript(
  file: string,
  server: () => RunningServer,
  act: (what: string) => void | Promise<void> = what => assert.fail(`Nobody knows how to: ${what}`),
  kept = new Map<string, string>(),
): void {
  const fill = (line: string) => line.replace(/\{(\w+)\}/g, (all, name) => kept.get(name) ?? all);
  for (const exchange of readTranscript(readFileSync(file, 'utf8'))) {
    test(`${exchange.name} (${exchange.sent[0]})`, async () => {
      for (const what of exchange.acts) await act(what);
      const answer = await sendLines(server(), exchange.sent.map(fill));
      keepValues(exchange.headers, answer, kept);
      checkHead(exchange.headers.map(fill), answer);
      checkBody(exchange.body.map(fill), answer.body.toString('utf8'));
    });
  }
}

/** Keeps the values of headers that are a new name in braces. */
function keepValues(headers: readonly string[], answer: Answer, kept: Map<string, string>): void {
  for (const line of headers) {
    const [, header = '', name = ''] = /^([\w-]+): \{(\w+)\}$/.exec(line) ?? [];
    const value = answer.headers[header.toLowerCase()];
    if (value !== undefined && !kept.has(name)) kept.set(name, String(value));
  }
}

function sendLines(server: RunningServer, lines: readonly string[]): Promise<Answer> {
  const [method = '', path = ''] = lines[0]!.split(' ');
  const blank = lines.indexOf('');
  const head = lines.slice(1, blank < 0 ? undefined : blank);
  const headers = Object.fromEntries(head.map(line => line.split(/:\s*(.*)/s).slice(0, 2)));
  const body = blank < 0 ? undefined : `${lines.slice(blank + 1).join('\n')}\n`;
  return send(server, path, { method, headers, ...(body !== undefined && { body }) });
}

function checkHead([status, ...headers]: readonly string[], answer: Answer): void {
  assert.equal(String(answer.status), status, answer.body.toString('utf8'));
  for (const line of headers) {
    const [name = '', value = ''] = line.split(/:\s*(.*)/s);
    const found = answer.headers[name.toLowerCase()];
    if (value === '') assert.equal(found, undefined, `${name} must be absent`);
    else assert.match(String(found), pattern(value), `${name} is ${found}`);
  }
}

/** A line with `*` for any text as a pattern. */
const pattern = (line: string): RegExp =>
  new RegExp(
    `^${line
      .split('*')
      .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  );

function checkBody(expected: readonly string[], body: string): void {
  if (expected.length === 0) return;
  const shape = expected
    .map(line => (line === '...' ? '(?:.*\\n)*?' : `${pattern(line).source.slice(1, -1)}\\n`))
    .join('');
  assert.match(
    body === '' ? '\n' : body,
    new RegExp(`^${shape.replaceAll('.*', '[^\\n]*').replaceAll('(?:[^\\n]*\\n)*?', '(?:[^\\n]*\\n)*?')}$`),
  );
}
