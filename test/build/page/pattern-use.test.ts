/** The line of a pattern's page about where it is used. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { useBeginning, withUse } from '../../../build/page/pattern-use.ts';
import { catalogDist, manifestIn } from '../../support/shared.ts';

const most = 1500;

test('the line stands before the link to the findings, which stays the last', () => {
  const page = '# Gate\n\nText.\n\nEvidence for and against: [findings](/patterns/gate/findings.md)\n';
  assert.equal(
    withUse(page, 'Where it is used: in a.'),
    '# Gate\n\nText.\n\nWhere it is used: in a.\n\nEvidence for and against: [findings](/patterns/gate/findings.md)\n',
  );
});

test('the pages of the catalog have it where there is room, with links to pages that exist', () => {
  const dist = catalogDist();
  const { pages, redirects } = manifestIn(dist);
  const known = new Set([...pages, ...redirects].map(({ path }) => path));
  const patterns = pages.filter(({ kind }) => kind === 'pattern');
  const used = patterns.flatMap(({ path, file, tokens }) => {
    const lines = readFileSync(join(dist, file), 'utf8').split('\n\n');
    const uses = lines.find(line => line.startsWith(useBeginning));
    return uses === undefined ? [] : [{ path, uses, tokens }];
  });
  const starters = pages.filter(({ kind, artifact }) => kind === 'starter' && artifact?.status === 'active');
  const named = new Set(
    starters.flatMap(({ file }) => {
      const [, head = ''] = readFileSync(join(dist, file), 'utf8').split('---\n');
      return (parse(head) as { patterns: string[] }).patterns.map(slug => `/patterns/${slug}.md`);
    }),
  );
  assert.ok(used.length > (named.size * 2) / 3, `${used.length} of ${named.size}`);
  for (const { path, uses, tokens } of used) {
    assert.ok(tokens <= most, `${path}: ${tokens} tokens`);
    const links = [...uses.matchAll(/\]\((\/[^)#]+)/g)].map(([, link]) => link!);
    for (const folder of ['/starters/', '/exports/'])
      assert.ok(
        links.some(link => link.startsWith(folder)),
        `${path}: ${folder}`,
      );
    for (const link of links) assert.ok(known.has(link), `${path}: ${link}`);
  }
});
