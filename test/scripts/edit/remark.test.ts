/** The help of editors: the checks of the build through remark. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { unified } from 'unified';
import { checkContent } from '../../../build/run/build.ts';
import { contentChecks } from '../../../scripts/edit/remark.ts';
import { exampleCopy, write } from '../../support/folder.ts';
import { large } from '../../support/large.ts';

const root = join(import.meta.dirname, '../../..');
const contentDir = exampleCopy();
const gate = readFileSync(join(contentDir, 'patterns/gate.md'), 'utf8');

/** Checks a file as it is open in an editor; returns it with its messages. */
async function shown(name: string, value: string | Uint8Array) {
  const file = await unified()
    .use(contentChecks, { contentDir })
    .process({ path: join(contentDir, name), value });
  return file;
}

describe('the checks of the build in an editor', () => {
  test('are the messages of the build on that file, before it is saved', async () => {
    const wrong = gate.replace('critique', 'critiqe').replace('avoid_when:', 'avoidwhen:');
    const later = gate.replace('critique', 'critiqe').replace('[loops-2024]', '[loops-2042]');
    for (const text of [wrong, later, gate.replace('title: ', 'title: "'), '', gate]) {
      const file = await shown('patterns/gate.md', text);
      write(contentDir, 'patterns/gate.md', text);
      const { messages } = await checkContent({ contentDir, baseUrl: 'http://localhost:8080' });
      const own = messages.filter(message => message.file.endsWith('patterns/gate.md'));
      assert.deepEqual(
        file.messages.map(({ reason, ruleId, note, fatal }) => [reason, ruleId, note, fatal]),
        own.map(({ message, rule, help }) => [message, rule, help, true]),
      );
      assert.equal(String(file), text);
    }
  });

  test('come with their certain corrections as the edit of a range', async () => {
    const { messages } = await shown('patterns/gate.md', gate.replace('kind: hands_off', 'kind: hands-off'));
    const [{ place, expected } = {}] = messages;
    assert.deepEqual(expected, ['hands_off']);
    assert.deepEqual(place, { start: { line: 14, column: 40 }, end: { line: 14, column: 49 } });
  });

  test('take a file that is not saved yet, and leave alone what is no content', async () => {
    const fresh = gate.replace('slug: gate', 'slug: fresh').replace('critique', 'critiqe');
    const { messages } = await shown('patterns/fresh.md', fresh);
    assert.deepEqual(
      messages.map(({ ruleId }) => ruleId),
      ['unknown-family'],
    );
    write(contentDir, 'README.md', '# Notes\n');
    for (const name of ['README.md', '../README.md'])
      assert.deepEqual((await shown(name, '* one\n+ two\n')).messages, []);
    const bytes = await shown('patterns/gate.md', Buffer.from([0xff, 0xfe]));
    assert.deepEqual(
      bytes.messages.map(({ ruleId }) => ruleId),
      ['encoding'],
    );
  });

  large('are what the configuration file of remark names', () => {
    const code = `import('${join(root, '.remarkrc.mjs')}').then(({ default: { plugins } }) => console.log(plugins[0].name))`;
    assert.equal(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }), 'contentChecks\n');
  });
});
