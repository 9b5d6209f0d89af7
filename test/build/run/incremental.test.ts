/** Builds after builds: whatever was edited in between, the tree has the bytes of a build from nothing. */
import assert from 'node:assert/strict';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { type BuildOptions, build } from '../../../build/run/build.ts';
import { testRing } from '../../keys.ts';
import { digestsOf } from '../../support/digests.ts';
import { exampleCopy, temporaryFolder, write } from '../../support/folder.ts';

const numerals = ['Alpha', 'Bravo', 'Delta', 'Gamma'];

/** An edit of the content; those whose file is not there do nothing. */
type Edit = {
  do: 'change' | 'swap' | 'touch' | 'add' | 'remove' | 'rename' | 'forget';
  file: number;
  word: number;
};

const edits = fc.array(
  fc.record({
    do: fc.constantFrom<Edit['do'][]>('change', 'swap', 'touch', 'add', 'remove', 'rename', 'forget'),
    file: fc.nat(99),
    word: fc.nat(numerals.length - 1),
  }),
  { minLength: 1, maxLength: 4 },
);

const guide = (name: string, word: string) =>
  `---\ntitle: The guide ${name}\ndescription: What ${word} says of ${name} to whoever asks.\n---\n\nRead ${word} on ${name}.\n`;

/** Sources that an edit may change in their text without breaking a rule. */
const bodies = [
  'patterns/gate.md',
  'patterns/tool-loop.md',
  'research/loops-2024.md',
  'guides/agentic-design-patterns.md',
];

function apply({ contentDir, distDir }: BuildOptions, edit: Edit): void {
  const word = numerals[edit.word]!;
  const extra = join(contentDir, 'guides', `extra-${edit.file % 3}.md`);
  const body = join(contentDir, bodies[edit.file % bodies.length]!);
  const there = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;
  if (edit.do === 'change') writeFileSync(body, `${readFileSync(body, 'utf8').trimEnd()} ${word}.\n`);
  if (edit.do === 'swap')
    writeFileSync(body, readFileSync(body, 'utf8').replace(/Alpha|Bravo|Delta|Gamma/, word));
  if (edit.do === 'touch') utimesSync(body, new Date(), new Date());
  if (edit.do === 'add')
    write(contentDir, `guides/extra-${edit.file % 3}.md`, guide(`extra-${edit.file % 3}`, word));
  if (edit.do === 'remove') rmSync(extra, { force: true });
  if (edit.do === 'rename' && there(extra))
    renameSync(extra, join(contentDir, 'guides', `moved-${edit.file % 3}.md`));
  if (edit.do === 'forget') rmSync(distDir, { recursive: true, force: true });
}

test('after any edits a build from the cache gives the tree of a build from nothing', context => {
  fc.assert(
    fc.property(fc.array(edits, { minLength: 1, maxLength: 3 }), rounds => {
      const folder = temporaryFolder(context);
      const dataDir = join(folder, 'data');
      const options: BuildOptions = {
        contentDir: exampleCopy(context),
        distDir: join(folder, 'dist'),
        cacheDir: dataDir,
        logDir: join(dataDir, 'log'),
        keys: testRing(),
        baseUrl: 'http://catalog.test',
      };
      build(options);
      for (const round of rounds) {
        for (const edit of round) apply(options, edit);
        const result = build(options);
        const fresh = build({ ...options, distDir: join(folder, 'fresh'), cacheDir: join(folder, 'empty') });
        assert.equal(result.ok, fresh.ok);
        if (result.ok) assert.deepEqual(digestsOf(options.distDir), digestsOf(join(folder, 'fresh')));
        else assert.deepEqual(result, fresh);
        rmSync(join(folder, 'fresh'), { recursive: true, force: true });
        rmSync(join(folder, 'empty'), { recursive: true, force: true });
      }
    }),
    { numRuns: 8 },
  );
});
