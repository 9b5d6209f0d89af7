/** Every command that the README, its pages, the guides and the contract name runs in a fresh copy as it is written, or has a reason not to. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { aside, runs, same, wholePages } from './support/command-table.ts';
import { runInCopy } from './support/commands-run.ts';
import { FreshCopy } from './support/fresh-copy.ts';
import { serve } from './support/server.ts';
import { catalogDist } from './support/shared.ts';
import { root, textOf } from './support/tracked.ts';
import { writtenCommands } from './support/written-command.ts';

const written = writtenCommands();
const reasons = Object.entries(aside);
const texts = new Set(written.map(({ text }) => text));

describe('the commands that the pages name', () => {
  test('have a place in the table, each one', () => {
    const known = new Set([...runs.map(({ command }) => command), ...Object.keys(same)]);
    const isAside = (text: string) => reasons.some(([, each]) => each.some(form => form.test(text)));
    const unplaced = written.filter(
      ({ page, text }) => !known.has(text) && !(page in wholePages) && !isAside(text),
    );
    assert.deepEqual(
      unplaced.map(({ place, text }) => `${place}: ${text}`),
      [],
      'Add a row to test/support/command-table.ts that runs it, or the reason why none does.',
    );
  });

  test('are all that the table has', () => {
    const rows = [...runs.map(({ command }) => command), ...Object.keys(same)];
    assert.deepEqual(
      rows.filter(command => !texts.has(command)),
      [],
    );
    assert.deepEqual(
      reasons.flatMap(([, forms]) => forms.filter(form => ![...texts].some(text => form.test(text)))),
      [],
    );
    assert.deepEqual(
      Object.values(same).filter(command => !runs.some(row => row.command === command)),
      [],
    );
  });

  test('of guides that run from top to bottom are named by the test that runs them', () => {
    for (const [page, file] of Object.entries(wholePages)) {
      assert.ok(existsSync(join(root, page)), page);
      assert.ok(textOf(file).includes(`'${page.split('/').at(-1)!.replace('.md', '')}'`), page);
    }
  });
});

test('the addresses of the README answer', async context => {
  const server = await serve({ distDir: catalogDist() });
  context.after(() => server.stop());
  const addresses = [...textOf('README.md').matchAll(/^ {4}curl (?:-L )?"?localhost:8080([^\s"]+)/gm)];
  assert.ok(addresses.length >= 5, `${addresses.length} addresses`);
  for (const [, address] of addresses)
    assert.equal((await fetch(`${server.address}${address}`)).status, 200, address);
});

// The campaign `commands` runs all of them.
describe('in a fresh copy', () => {
  let copy: FreshCopy;
  before(async () => {
    copy = await FreshCopy.make();
  });
  after(() => copy.stop());

  for (const row of runs.filter(({ quick }) => quick))
    test(`\`${row.command}\` does what the page says`, () => runInCopy(copy, row));
});
