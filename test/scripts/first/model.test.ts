/** A real model in the first evaluation: what it is offered and asked, over the protocol that services speak. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { readTeam } from '../../../build/export/team.ts';
import { defects } from '../../../scripts/first/defect/index.ts';
import { openModel } from '../../../scripts/first/model.ts';
import { diffOf } from '../../../scripts/first/patch.ts';
import { play } from '../../../scripts/first/play.ts';
import { dataOf } from '../../../scripts/first/run/data.ts';
import { openSandbox } from '../../../scripts/first/sandbox.ts';

const starter = join(import.meta.dirname, '../../../content/starters/solo-coder/1.2.0.md');
const team = dataOf(readTeam(readFileSync(starter, 'utf8'), '/starters/solo-coder/1.2.0.md'));
const defect = defects[0]!;
const patch = diffOf(defect.code, defect.from, defect.right);
const report = '# Goal lines\n\n# Tests added\n\n# Tests run\n\n# Open risks\n';
const answer = JSON.stringify({
  works: [
    { name: 'patch', text: patch },
    { name: 'report', text: report },
  ],
  messages: [],
  stop: 1,
});

interface Request {
  authorization: string | undefined;
  messages: { role: string; content: string }[];
  tools: { function: { name: string } }[];
}

/** What the service says in turn: a status, or a message. */
let script: (number | object)[] = [];
const asked: Request[] = [];
const server = createServer(async (request, response) => {
  asked.push({ ...JSON.parse(await text(request)), authorization: request.headers.authorization });
  const next = script.shift() ?? 500;
  if (typeof next === 'number') return void response.writeHead(next).end('{}');
  const usage = { prompt_tokens: 100, completion_tokens: 10 };
  response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', ...next } }], usage }));
});
const sandbox = openSandbox();
before(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)));
after(() => {
  sandbox.close();
  server.closeAllConnections();
  server.close();
});

const run = (...says: (number | object)[]) => {
  script = says;
  asked.length = 0;
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return play(team, defect, openModel({ baseUrl, key: 'secret', model: 'm-1.0.0' }, sandbox), sandbox);
};
const call = (name: string, given: object) => ({
  tool_calls: [{ id: name, function: { name, arguments: JSON.stringify(given) } }],
});

test('a model reads files, runs tests on its patch, and its answer is decided by hidden tests', async () => {
  const result = await run(
    call('read_files', {}),
    call('run_tests', { patch, tests: 'same(clamp(1, 2, 3), 2)\nsame(1, 2)' }),
    { content: `Here it is:\n${answer}` },
  );
  assert.deepEqual(
    [result.outcome, result.tests_passed, result.input_tokens, result.output_tokens],
    ['pass', 6, 300, 30],
  );
  assert.deepEqual(
    asked[0]!.tools.map(tool => tool.function.name),
    ['read_files', 'run_tests'],
  );
  assert.equal(asked[0]!.authorization, 'Bearer secret');
  const [, , , tests] = asked[2]!.messages.filter(({ role }) => role !== 'assistant');
  assert.match(tests!.content, /^ok: same\(clamp\(12[\s\S]*FAILED \(expected 2, got 1\): same\(1, 2\)$/);
  const told = asked.map(({ messages }) => JSON.stringify(messages)).join();
  for (const hidden of defect.hidden) assert.ok(!told.includes(hidden), 'a hidden test was told');
});

test('an answer that cannot be read is asked for again, and one that stays wrong fails', async () => {
  const corrected = await run({ content: 'no JSON' }, { content: answer });
  assert.equal(corrected.outcome, 'pass');
  assert.match(asked[1]!.messages[1]!.content, /Your last answer was refused/);
  const wrong = await run({ content: '{}' }, { content: '{}' }, { content: '{}' });
  assert.deepEqual([wrong.outcome, wrong.tests_passed], ['fail', 0]);
});

test('a service that is busy is asked again; one that refuses the key ends it with what to do', async () => {
  assert.equal((await run(429, { content: answer })).outcome, 'pass');
  await assert.rejects(run(401), /does not answer \(401\)\. Check the address, the key and the model\./);
});
