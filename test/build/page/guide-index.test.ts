/** The list of guides, in the order in which a reader needs them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { catalogDist, manifestIn } from '../../support/shared.ts';

test('the list of guides begins with choosing, ends with those for tenants, and has each guide once', () => {
  const dist = catalogDist();
  const text = readFileSync(join(dist, 'guides/index.md'), 'utf8');
  assert.deepEqual(
    [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading),
    ['Begin here', 'Choose', 'Run and measure', 'Worked examples', 'For tenants'],
  );
  const listed = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, path]) => path!);
  assert.equal(listed[0], '/guides/agentic-design-patterns.md');
  const guides = manifestIn(dist).pages.filter(({ kind }) => kind === 'guide');
  assert.deepEqual([...listed].sort(), guides.map(({ path }) => path).sort());
  const isTenants = (path: string) => path.startsWith('/guides/tenant-');
  assert.ok(listed.slice(listed.findIndex(isTenants)).every(isTenants));
});
