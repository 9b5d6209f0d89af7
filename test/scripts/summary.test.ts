import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newDocument } from '../../scripts/edit/new.ts';
import { publishVersions } from '../../scripts/edit/publish-version.ts';
import { summary } from '../../scripts/edit/summary.ts';
import { exampleCopy, temporaryFolder, write } from '../support/folder.ts';
import { call, run } from '../support/program.ts';
import { buildInto } from '../support/shared.ts';

test('the summary of a pull request counts pages, tokens, links and versions, and refuses a changed version', async () => {
  const content = exampleCopy();
  const environment = { CONTENT_DIR: content, DATA_DIR: temporaryFolder() };
  const before = await buildInto(content);
  const same = await call(summary, [before, before]);
  assert.equal(same.code, 0);
  assert.match(
    same.stdout,
    /^## What this changes\n\n0 pages added, 0 changed, 0 removed\. All pages: [\d,]+ tokens \(\+0\)\.\n\n$/,
  );

  const gate = readFileSync(join(content, 'patterns/gate.md'), 'utf8');
  write(content, 'patterns/gate.md', `${gate}- See <https://example.org/gates>.\n`);
  const made = await call(newDocument, ['starter', 'second-look'], environment);
  assert.equal(made.code, 0, made.stderr);
  const file = join(content, 'starters/second-look/1.0.0.md');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/\btodo\b/gi, 'words'));
  assert.equal((await call(publishVersions, [file], environment)).code, 0);
  const after = await buildInto(content);
  const { code, stdout } = await call(summary, [before, after]);
  assert.equal(code, 0, stdout);
  assert.match(
    stdout,
    /### Versions to be published \(1\)\n\n- `\/starters\/second-look\/1\.0\.0\.md` sha256:[0-9a-f]{64}\n/,
  );
  assert.match(
    stdout,
    /### Added \(\d+\)\n\n(?:- .*\n)*- `\/starters\/second-look\/1\.0\.0\.md`, \d+ tokens\n/,
  );
  assert.match(stdout, /### Changed \(\d+\)\n\n(?:- .*\n)*- `\/patterns\/gate\.md`, \d+ tokens \(\+\d+\)\n/);
  assert.match(
    stdout,
    /### What it means \(\d+\)\n\n- `\/starters\/second-look\/1\.0\.0\.md` role \S+: none → \{"tools":\[.*\]\}\n/,
  );
  assert.match(stdout, /### New links to other sites \(1\)\n\n- https:\/\/example\.org\/gates\n/);

  const undone = await call(summary, [after, before]);
  assert.equal(undone.code, 1);
  assert.match(
    undone.stdout,
    /### Published versions that would change \(1\)\n\n- `\/starters\/second-look\/1\.0\.0\.md`/,
  );
  assert.equal((await run('scripts/summary.ts', [before])).code, 2);
  assert.equal((await call(summary, [before, temporaryFolder()])).code, 2);
});

test('the summary says first what a change means: findings that turn, grades and sources', async () => {
  const content = exampleCopy();
  const before = await buildInto(content);
  const edit = (name: string, ...pairs: [string, string][]) => {
    const text = readFileSync(join(content, name), 'utf8');
    for (const [right] of pairs) assert.ok(text.includes(right), `${name}: ${right}`);
    write(
      content,
      name,
      pairs.reduce((now, [from, to]) => now.replace(from, to), text),
    );
  };
  edit(
    'research/loops-2024.md',
    ['direction: supports', 'direction: against'],
    ['grade: read', 'grade: abstract'],
    ['abs/2401.00001', 'abs/2401.00009'],
    ['arxiv: "2401.00001"', 'arxiv: "2401.00009"'],
  );
  const { stdout } = await call(summary, [before, await buildInto(content)]);
  for (const sentence of [
    'findings more-tasks direction: supports → against',
    'grade: read → abstract',
    'citation url: https://arxiv.org/abs/2401.00001 → https://arxiv.org/abs/2401.00009',
  ])
    assert.ok(stdout.includes(`- \`/research/loops-2024.md\` ${sentence}\n`), stdout);
  assert.ok(stdout.indexOf('### What it means') < stdout.indexOf('### Changed'));
});
