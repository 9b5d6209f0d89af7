/** A real model in the first evaluation: what it is offered and asked, over the protocol that services speak. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { readTeam } from '../../../build/page/program/team.ts';
import { defects } from '../../../scripts/first/defect/defect.ts';
import { openModel } from '../../../scripts/first/model.ts';
import { play } from '../../../scripts/first/play.ts';

const teamAt = (path: string) =>
  readTeam(readFileSync(join(import.meta.dirname, '../../../content', path), 'utf8'), path);
const team = teamAt('starters/solo-coder/1.2.0.md');
const defect = defects[0]!;
const program = defect.code.replace(defect.from, () => defect.right);
const answer = `Here it is:\n\`\`\`js\n${program}\n\`\`\``;

interface Request {
  authorization: string | undefined;
  messages: { role: string; content: string }[];
  tools: { function: { name: string } }[];
}

/** The answers of the service in turn: a status, or a message. */
let script: (number | object)[] = [];
const asked: Request[] = [];
const server = createServer(async (request, response) => {
  asked.push({ ...JSON.parse(await text(request)), authorization: request.headers.authorization });
  const next = script.shift() ?? 500;
  if (typeof next === 'number') return void response.writeHead(next).end('{}');
  const usage = { prompt_tokens: 100, completion_tokens: 10 };
  response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', ...next } }], usage }));
});
before(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)));
after(() => {
  server.closeAllConnections();
  server.close();
});

const run = (...says: (number | object)[]) => {
  script = says;
  asked.length = 0;
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return play(team, defect, openModel({ baseUrl, key: 'secret', model: 'm-1.0.0' }));
};
const call = (name: string, given: object) => ({
  tool_calls: [{ id: name, function: { name, arguments: JSON.stringify(given) } }],
});

test('a model runs tests on its program, and its answer is decided by hidden tests', async () => {
  const result = await run(call('run_tests', { program, tests: 'same(clamp(1, 2, 3), 2)\nsame(1, 2)' }), {
    content: answer,
  });
  assert.deepEqual(
    [result.outcome, result.tests_passed, result.input_tokens, result.output_tokens],
    ['pass', 6, 200, 20],
  );
  assert.deepEqual(
    asked[0]!.tools.map(tool => tool.function.name),
    ['run_tests'],
  );
  assert.equal(asked[0]!.authorization, 'Bearer secret');
  const tests = asked[1]!.messages.at(-1)!;
  assert.match(tests.content, /^ok: same\(clamp\(12[\s\S]*FAILED \(expected 2, got 1\): same\(1, 2\)$/);
  const told = asked.map(({ messages }) => JSON.stringify(messages)).join();
  for (const hidden of defect.hidden) assert.ok(!told.includes(hidden), 'a hidden test was told');
  assert.ok(asked[0]!.messages[0]!.content.includes(team.roles[0]!.prompt), 'the text of the role is told');
});

test('an answer without a program fails', async () => {
  const wrong = await run({ content: 'I cannot.' });
  assert.deepEqual([wrong.outcome, wrong.tests_passed], ['fail', 0]);
});

test('a run that has spent its budget fails', async () => {
  const small = { ...team, budget: { ...team.budget, output_tokens: 5 } };
  script = [{ content: answer }];
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const result = await play(small, defect, openModel({ baseUrl, key: 'secret', model: 'm-1.0.0' }));
  assert.deepEqual([result.outcome, result.output_tokens], ['fail', 10]);
});

test('a service that is busy is asked again; one that refuses the key ends it with what to do', async () => {
  assert.equal((await run(429, { content: answer })).outcome, 'pass');
  await assert.rejects(run(401), /does not answer \(401\)\. Check the address, the key and the model\./);
});
