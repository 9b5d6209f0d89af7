/** Fixes: what is certain is corrected, nothing else changes, and published versions never do. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { applyEdits, editOf } from '../../../build/catalog/source/fix.ts';
import { checkContent } from '../../../build/run/build.ts';
import { buildCommand } from '../../../build/run/command.ts';
import { fixContent } from '../../../build/run/fix.ts';
import { exampleContent, exampleCopy, temporaryFolder, write } from '../../support/folder.ts';
import { call } from '../../support/program.ts';

/** Every file below a folder with its text. */
const textsIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.md'))
      .sort()
      .map(name => [name, readFileSync(join(folder, name), 'utf8')]),
  );

const original = textsIn(exampleContent);

/** Mistakes in the small catalog: a file, what is correct there, and what an editor wrote instead. */
const certain: readonly (readonly [file: string, right: string, wrong: string])[] = [
  ['patterns/gate.md', 'avoid_when:', 'avoidwhen:'],
  ['patterns/gate.md', 'verification_checks:', 'Verification_Checks:'],
  ['patterns/gate.md', '## What is known', '## What Is Known'],
  ['patterns/gate.md', 'kind: hands_off', 'kind: hands-off'],
  ['patterns/gate.md', 'For work that', 'For\u00A0work that'],
  ['patterns/gate.md', '    purpose: Makes', '\u00A0\u00A0\u00A0 purpose: Makes'],
  ['patterns/tool-loop.md', 'description:', 'descripton:'],
  ['patterns/tool-loop.md', 'kind: delegates', 'kind: delegtaes'],
  ['research/loops-2024.md', 'source_type:', 'source-type:'],
  ['research/loops-2024.md', 'direction: against', 'direction: agianst'],
  ['research/loops-2024.md', 'year: 2024', 'year: "2024"'],
  ['research/loops-2024.md', 'result: "35"', 'result: 35'],
  ['guides/agentic-design-patterns.md', '---\ntitle', '\uFEFF---\ntitle'],
];

const uncertain: readonly (readonly [string, string, string])[] = [
  ['patterns/gate.md', 'family: critique', 'family: something-else'],
  ['patterns/gate.md', 'sources: [loops-2024]', 'sources: [loops-2042]'],
  ['patterns/gate.md', 'slug: gate', 'slug: gat'],
  ['patterns/gate.md', '/patterns/tool-loop.md#what-is-known', '/patterns/tool-lop.md#what-is-known'],
  ['patterns/gate.md', 'md#what-is-known', 'md#what-is-kown'],
  ['patterns/gate.md', '## What is known', '## What is now known'],
  ['patterns/gate.md', 'pairs_with: []\n', ''],
  ['patterns/tool-loop.md', 'pattern: gate', 'pattern: gates'],
  ['patterns/tool-loop.md', '/research/loops-2024.md', '/research/loops-2025.md'],
  ['research/loops-2024.md', 'slug: loops-2024\n', ''],
  ['starters/solo-mender/1.0.0.md', 'patterns: [tool-loop]', 'patterns: [tool-lop]'],
  ['formations/house/mending-pair/1.0.0.md', 'title:', 'titel:'],
  ['trust/publications/starters/solo-mender/1.0.0.md', 'published_at:', 'publishd_at:'],
];

const checked = (contentDir: string) => ({ contentDir, baseUrl: 'http://catalog.test' });

function mistaken(mistakes: readonly (readonly [string, string, string])[]): string {
  const folder = exampleCopy();
  for (const [file, right, wrong] of mistakes) {
    const text = readFileSync(join(folder, file), 'utf8');
    assert.ok(text.includes(right), `${file}: ${right}`);
    write(folder, file, text.replace(right, wrong));
  }
  return folder;
}

describe('fixes', async () => {
  test('restore every certain mistake, with any uncertain ones beside them left as they are, once and for all', async () => {
    const some = fc.subarray([...certain], { minLength: 1 });
    const property = fc.asyncProperty(some, fc.subarray([...uncertain]), async (mistakes, others) => {
      const wrong = others.filter(([file]) => !mistakes.some(each => each[0] === file));
      const folder = mistaken([...mistakes, ...wrong]);
      await fixContent(checked(folder));
      const expected = { ...original };
      for (const [file, right, bad] of wrong) expected[file] = expected[file]!.replace(right, bad);
      assert.deepEqual(textsIn(folder), expected);
      assert.deepEqual(await fixContent(checked(folder)), []);
      if (wrong.length === 0) assert.deepEqual((await checkContent(checked(folder))).messages, []);
    });
    await fc.assert(property, { numRuns: 8, seed: 22 });
  });

  test('a published version gets back its recorded line ends, and nothing else of it changes', async () => {
    const name = 'formations/house/mending-pair/1.0.0.md';
    const text = original[name]!.replaceAll('\n', '\r\n');
    const converted = exampleCopy();
    for (const each of [name, 'starters/solo-mender/1.0.0.md'])
      write(converted, each, original[each]!.replaceAll('\n', '\r\n'));
    const { messages } = await checkContent(checked(converted));
    assert.deepEqual(
      messages.map(({ rule }) => rule),
      ['line-ends'],
    );
    assert.match(messages[0]!.message, /^2 published versions have line ends of Windows/);
    await fixContent(checked(converted));
    assert.deepEqual(textsIn(converted), original);
    const edited = exampleCopy();
    write(edited, name, text.replace('title:', 'titel:'));
    await fixContent(checked(edited));
    assert.equal(textsIn(edited)[name], text.replace('title:', 'titel:'));
  });

  test('a fix is not made where its word is in two places of the line', () => {
    const fault = { line: 1, column: 1, field: '', rule: '', message: '', help: '' };
    const fix = { found: 'codng', write: 'coding' };
    assert.equal(editOf('say codng and codng', { ...fault, fix }), undefined);
    assert.equal(editOf('say codng-pair', { ...fault, fix }), undefined);
    assert.equal(editOf('codng: codng', { ...fault, fix })?.column, 8);
    assert.deepEqual(editOf('codng: x', { ...fault, fix: { found: 'codng:', write: 'coding:' } }), {
      ...{ line: 1, column: 1 },
      ...{ remove: 'codng:', insert: 'coding:' },
    });
  });

  test('of two edits of the same characters the first is made', () => {
    const edit = { line: 1, column: 1, remove: 'a', insert: 'b' };
    const twice = applyEdits('a\nc\n', [edit, { ...edit, insert: 'x' }, { ...edit, line: 2, remove: 'c' }]);
    assert.equal(twice.text, 'b\nb\n');
    assert.equal(twice.made.length, 2);
  });
});

describe('the build for tools', async () => {
  const folders = () => ({ DIST_DIR: temporaryFolder(), DATA_DIR: temporaryFolder(), READING: '0' });

  test('prints one JSON document with every diagnostic and its fix, and exits as it does for people', async () => {
    const content = mistaken([
      ['patterns/gate.md', 'avoid_when:', 'avoidwhen:'],
      ['guides/agentic-design-patterns.md', '/patterns/gate.md', '/patterns/gates.md'],
    ]);
    const environment = { ...folders(), CONTENT_DIR: content };
    const refused = await call(buildCommand, ['--json'], environment);
    assert.equal(refused.code, 1);
    const { ok, diagnostics } = JSON.parse(refused.stdout);
    assert.equal(ok, false);
    const found = diagnostics.map(({ rule, fix }: { rule: string; fix?: object }) => ({
      rule,
      ...(fix && { fix }),
    }));
    const edit = { line: 17, column: 1, remove: 'avoidwhen:', insert: 'avoid_when:' };
    assert.deepEqual(found, [{ rule: 'broken-link' }, { rule: 'unknown-field', fix: edit }]);
    for (const field of ['file', 'line', 'column', 'field', 'severity', 'message', 'help'])
      assert.ok(
        diagnostics.every((each: object) => field in each),
        field,
      );
    write(content, 'guides/agentic-design-patterns.md', original['guides/agentic-design-patterns.md']!);
    const built = await call(buildCommand, ['--json', '--fix'], environment);
    assert.equal(built.code, 0, built.stdout + built.stderr);
    const document = JSON.parse(built.stdout);
    assert.equal(document.ok, true);
    assert.deepEqual(document.diagnostics, []);
    assert.ok(document.built.pages > 0);
  });

  test('says in the same form why nothing could be built', async () => {
    const { code, stdout } = await call(buildCommand, ['--json'], { ...folders(), BASE_URL: 'nowhere' });
    assert.equal(code, 1);
    const { ok, diagnostics, error } = JSON.parse(stdout);
    assert.deepEqual([ok, diagnostics], [false, []]);
    assert.match(error, /BASE_URL/);
  });
});
