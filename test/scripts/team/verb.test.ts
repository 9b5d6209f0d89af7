/** The verbs of programs, as a command and over MCP. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { temporaryFolder } from '../../support/folder.ts';
import { program, run } from '../../support/program.ts';

const votes = {
  votes: [
    { voter: 'a', answer: 'x' },
    { voter: 'b', answer: 'x' },
    { voter: 'c', answer: 'y' },
  ],
};

test('verb lists, describes and runs what there is, and says what is wrong', async () => {
  const folder = temporaryFolder();
  const call = (...words: string[]) => run('scripts/team.ts', ['verb', ...words], {}, folder);
  assert.match((await call()).stdout, /^lease\t/m);
  assert.equal(JSON.parse((await call('vote')).stdout).type, 'object');
  writeFileSync(join(folder, 'votes.json'), JSON.stringify(votes));
  assert.equal(JSON.parse((await call('vote', 'votes.json')).stdout).answer, 'x');
  writeFileSync(join(folder, 'tests.json'), '{"command": "tests"}');
  const ran = await call(
    'run_tests',
    'tests.json',
    '--command',
    `tests=${process.execPath} -e 'process.exit(3)'`,
  );
  assert.equal(JSON.parse(ran.stdout).code, 3);
  for (const [words, message] of [
    [['nothing'], /There is no verb nothing\. There are: /],
    [['run_tests', 'tests.json'], /No command may run here/],
    [['vote', 'tests.json'], /does not fit/],
  ] as const) {
    const { code, stderr } = await call(...words);
    assert.equal(code, 2);
    assert.match(stderr, message);
  }
});

test('verbs serves them over MCP until the client goes', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const args = [await program('scripts/team.ts'), 'verbs', '--folder', temporaryFolder()];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  try {
    const { tools } = await client.listTools();
    assert.ok(
      tools.length > 20 &&
        tools.every(({ description, inputSchema }) => description && inputSchema.type === 'object'),
    );
    const { content } = (await client.callTool({ name: 'vote', arguments: votes })) as {
      content: { text: string }[];
    };
    assert.equal(JSON.parse(content[0]!.text).answer, 'x');
    const refused = await client.callTool({ name: 'find_text', arguments: { words: 'a', path: '../x' } });
    assert.equal(refused.isError, true);
  } finally {
    await client.close();
  }
});
