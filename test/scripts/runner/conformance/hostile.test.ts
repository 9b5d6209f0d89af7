/** Traces that were made to break whoever reads them, and wrong uses of the command. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { conformance } from '../../../../scripts/runner/conformance/program.ts';
import { checkLines, repairFile, ruleOf } from '../../../support/conformance.ts';
import { temporaryFolder } from '../../../support/folder.ts';
import { call, program } from '../../../support/program.ts';

const folder = temporaryFolder();

describe('a hostile trace', () => {
  const span = (spanId: string, parentSpanId: string, name = 'invoke_agent lead') => ({
    traceId: 't',
    spanId,
    parentSpanId,
    name,
  });
  const batch = (spans: object[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

  test('with spans that are parents of each other ends, and is not judged', () => {
    const run = checkLines([[batch([span('a', 'b'), span('b', 'a'), span('c', 'c', 'execute_tool x')])]]);
    assert.equal(run.verdict, 'cannot_tell');
    assert.match(run.unclear[0]!.what, /parents of each other/);
  });

  test('that nests deeply, or has values of strange types, is read to its end', () => {
    const deep = Array.from({ length: 20_000 }, (_, at) => span(`s${at + 1}`, at === 0 ? '' : `s${at}`));
    const strange = {
      resourceSpans: [
        { scopeSpans: [{ spans: [null, 7, { attributes: { a: 1 }, links: 'x', name: 3 }] }, 'x'] },
        null,
      ],
    };
    const nested = `{"resourceSpans":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const run = checkLines([[strange, nested, batch(deep)]]);
    assert.deepEqual([ruleOf(run), run.counts.turns], [['never_acts', 'never_acts'], 1]);
  });

  test('of a gigabyte is refused in little memory', async () => {
    const file = join(folder, 'long.jsonl');
    const open = openSync(file, 'w');
    ftruncateSync(open, 1024 ** 3);
    closeSync(open);
    const args = [
      '--max-old-space-size=128',
      await program('scripts/conformance.ts'),
      file,
      '--formation',
      repairFile,
    ];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(status, 2);
    assert.match(stderr, /^error: \S+long\.jsonl has more than 268435456 bytes\. [^\n]+\n$/);
  });
});

test('a wrong file, formation or option ends with what to do', async () => {
  const file = join(folder, 'prose.txt');
  writeFileSync(file, 'Nothing.\n');
  const none = join(folder, 'none');
  for (const [words, expected] of [
    [[file, '--formation', repairFile], /no spans and no transcript of Claude Code/],
    [[file, '--formation', 'no-such-team'], /There is no no-such-team/],
    [[file, '--formation', file], /prose\.txt is no document/],
    [[none, '--formation', repairFile], /cannot be read \(ENOENT\)/],
    [[file, '--formation', repairFile, '--name', 'x'], /Expected SEEN=DECLARED/],
  ] as const) {
    const { code, stderr } = await call(conformance, words);
    assert.equal(code, 2);
    assert.match(stderr, expected);
  }
});
