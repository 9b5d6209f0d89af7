import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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
  const before = buildInto(content);
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
  assert.equal((await call(publishVersions, [file], environment)).code, 0);
  const after = buildInto(content);
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
