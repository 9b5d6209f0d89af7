/** The public doors: every page is behind one of them, and behind each there is something. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formOf } from '#document/message/door.ts';
import { publicDoors } from '#document/message/public.ts';
import { catalogDist, exampleDist, manifestIn, readingDist } from '../../../support/shared.ts';

const pagesOf = (dist: string) =>
  manifestIn(dist)
    .pages.filter(
      ({ kind, path }) =>
        (kind !== 'reading' || /^\/(?:search\.html|(?!reading\/).*\.svg$)/.test(path)) && !path.includes('?'),
    )
    .map(({ path }) => path);

const sites = [catalogDist(), readingDist()].map(pagesOf);
const withoutReading = pagesOf(exampleDist());
const doors = publicDoors.map(door => ({ ...door, form: formOf(door) }));
/** The doors that a path is behind; one that is declared by itself is no member of a family. */
const behind = (path: string) => {
  const found = doors.filter(({ form }) => form.test(path)).map(door => door.path);
  return found.includes(path) ? [path] : found;
};

describe('the public doors', () => {
  test('are one for each page of a site, apart from the pages beside it in the reading edition', () => {
    for (const path of sites.flat()) assert.equal(behind(path).length, 1, `${path}: ${behind(path)}`);
    assert.ok(sites.flat().length > 1000);
  });

  test('lead to a page, unless the operator, the server or a list that goes on provides what is behind them', () => {
    const isEmpty = (form: RegExp, pages: readonly string[]) => !pages.some(path => form.test(path));
    for (const { path, form, from } of doors) {
      const [catalog, reading] = sites as [string[], string[]];
      if (from === 'reading') assert.ok(isEmpty(form, withoutReading), path);
      if (from !== 'operator' && from !== 'long')
        assert.equal(
          isEmpty(form, from === undefined ? catalog : reading),
          from === 'server' || from === 'newest',
          path,
        );
    }
  });

  test('tell a family from its index, and one part of a path from several', () => {
    const form = (path: string) => formOf({ path });
    assert.deepEqual({ ...form('/a/{b}/c.d').exec('/a/x/c.d')!.groups }, { b: 'x' });
    for (const path of ['/a/x/y/c.d', '/a//c.d', '/a/x/cxd', '/a/x/c.d/'])
      assert.ok(!form('/a/{b}/c.d').test(path));
    assert.ok(!form('/a/{b}').test('/a/index.md'));
    assert.ok(!form('/a/{b}/{c}.md').test('/a/index/2.md'));
    assert.deepEqual({ ...form('/a/{+b}').exec('/a/x/y')!.groups }, { b: 'x/y' });
  });

  test('have different addresses, and different names in MCP', () => {
    for (const names of [doors.map(({ path }) => path), doors.flatMap(({ resource }) => resource ?? [])])
      assert.equal(new Set(names).size, names.length);
  });
});
