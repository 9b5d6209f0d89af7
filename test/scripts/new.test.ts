/** `npm run new`: for every kind, a skeleton that builds and that never replaces a file. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { compile } from '../../build/catalog/check/compile.ts';
import { layouts } from '../../build/catalog/source/layout.ts';
import { skeletonOf } from '../../build/catalog/source/skeleton.ts';
import { formatFault, isError } from '../../build/catalog/source/source-fault.ts';
import { checkContent } from '../../build/run/build.ts';
import { newDocument } from '../../scripts/edit/new.ts';
import { publishVersions } from '../../scripts/edit/publish-version.ts';
import { exampleCopy, temporaryFolder } from '../support/folder.ts';
import { call, run } from '../support/program.ts';

const content = exampleCopy();
const environment = { CONTENT_DIR: content, DATA_DIR: temporaryFolder() };
const make = (...words: string[]) => call(newDocument, words, environment);

/** A document of each kind whose files have names, in an order in which each finds the ones it names. */
const made = [
  ['publisher', 'newcomer', 'publishers/newcomer.md'],
  ['research-record', 'skeleton-2026', 'research/skeleton-2026.md'],
  ['pattern', 'skeleton-crew', 'patterns/skeleton-crew.md'],
  ['domain', 'security', 'domains/security.md'],
  ['starter', 'skeleton-team', 'starters/skeleton-team/1.0.0.md'],
  ['starter', 'skeleton-team/1.1.0', 'starters/skeleton-team/1.1.0.md'],
  ['formation', 'newcomer/skeleton-team', 'formations/newcomer/skeleton-team/1.0.0.md'],
  ['guide', 'skeletons', 'guides/skeletons.md'],
  ['docs', 'http', 'docs/http.md'],
] as const;

const rulesOf = async (contentDir: string): Promise<string[]> =>
  (await checkContent({ contentDir, baseUrl: 'http://catalog.test' })).messages.map(({ rule }) => rule);

describe('npm run new', async () => {
  test('writes a skeleton of every kind whose files have names, and all of them build once their texts are written', async () => {
    for (const [kind, name, file] of made) {
      const { code, stdout, stderr } = await make(kind, name);
      assert.equal(code, 0, stderr);
      assert.ok(existsSync(join(content, file)), file);
      assert.match(stdout, /^Wrote .*Fill in:\n {2}\S+:\d+ \S+: /);
      const lines = readFileSync(join(content, file), 'utf8').split('\n');
      for (const [, line, field] of stdout.matchAll(/:(\d+) (title|description): /g))
        assert.ok(lines[Number(line) - 1]!.startsWith(`${field}: `), `${file}:${line}`);
    }
    // What looks like evidence is chosen by a person alone.
    assert.match(readFileSync(join(content, 'patterns/skeleton-crew.md'), 'utf8'), /^sources: \[todo\]$/m);
    const unwritten = await rulesOf(content);
    assert.ok(unwritten.includes('todo'));
    assert.deepEqual(
      unwritten.filter(rule => !['todo', 'unpublished-version', 'no-basis', 'unused-record'].includes(rule)),
      [],
    );
    for (const [, , file] of made) {
      const path = join(content, file);
      // A person fills in every text, and chooses every name.
      const text = readFileSync(path, 'utf8')
        .replaceAll('TODO', 'Words')
        .replaceAll(/\btodo\b/g, 'words');
      writeFileSync(path, text.replaceAll('sources: [words]', 'sources: [loops-2024]'));
    }
    const versions = made.flatMap(([, , file]) =>
      /^(?:starters|formations)/.test(file) ? [join(content, file)] : [],
    );
    const published = await call(publishVersions, versions, environment);
    assert.equal(published.code, 0, published.stderr);
    const { messages } = await checkContent({ contentDir: content, baseUrl: 'http://catalog.test' });
    assert.deepEqual(messages.filter(isError).map(formatFault), []);
  });

  test('of kinds with one file, the skeleton is valid too', () => {
    const fixed = layouts.filter(({ template }) => !template.includes('{'));
    assert.ok(fixed.length >= 4);
    for (const { kind, template } of fixed) {
      const { text } = skeletonOf(kind, {}, () => 'x');
      const compilation = compile(
        template,
        Buffer.from(text.replaceAll('TODO', 'Words').replaceAll(/\btodo\b/g, 'words')),
        'http://catalog.test',
      );
      assert.ok(compilation.ok, `${template}: ${JSON.stringify(!compilation.ok && compilation.faults)}`);
    }
    const named = new Set(made.map(([, , file]) => file.split('/')[0]));
    // A comparison is filled from the file of its cases, which no skeleton has (test/scripts/edit/comparison/).
    const isMade = ({ kind, template }: (typeof layouts)[number]) =>
      template.includes('{') && !kind.source?.record && kind.kind !== 'comparison';
    for (const { template } of layouts.filter(isMade))
      assert.ok(named.has(template.split('/')[0]!), template);
  });

  test('refuses to replace a file, and what cannot be a name or a kind', async () => {
    const before = readFileSync(join(content, 'patterns/tool-loop.md'));
    const refusals = [
      [['pattern', 'tool-loop'], /tool-loop\.md exists\. Choose another name, or edit it\./],
      [['pattern', 'agent-loop'], /alias of the pattern `tool-loop`/],
      [['starter', 'solo-mender'], /exists\. Name the next version\./],
      [['pattern', '../escape'], /^Write: npm run new -- pattern SLUG/],
      [['guide', '..'], /slug `\.\.`: expected lowercase words/],
      [['docs', 'index'], /page that the build makes/],
      [['formation', 'nobody/crew'], /npm run new -- publisher nobody/],
      [['status'], /status\.md exists/],
      [['patern', 'x'], /no kind patern\. Did you mean `patterns?`\?/],
      [['pattern', 'two', 'words'], /^Write: npm run new -- pattern SLUG/],
      [['--kind'], /^Name a kind:\n/],
    ] as const;
    for (const [words, expected] of refusals) {
      const { code, stderr } = await make(...words);
      assert.equal(code, 1, words.join(' '));
      assert.match(stderr, expected);
    }
    assert.deepEqual(readFileSync(join(content, 'patterns/tool-loop.md')), before);
    assert.equal((await run('scripts/new.ts', ['patern'])).code, 1);
    for (const words of [['--help'], []])
      assert.match((await make(...words)).stdout, /The kinds are:\n(?: {2}npm run new -- .*\n)+$/);
    assert.match(
      (await run('scripts/new.ts', ['--help'])).stdout,
      /The kinds are:\n(?: {2}npm run new -- .*\n)+$/,
    );
  });
});
