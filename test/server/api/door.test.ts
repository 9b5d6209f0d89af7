/** The doors as they are described, and as they are served: each public one answers GET and HEAD with what it says. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { formOf, type PublicDoor, publicDoors } from '#build/exchange/public.ts';
import { query } from '#build/exchange/query.ts';
import { manifestOf, readTree } from '../../../build/publish/tree.ts';
import type { RunningServer } from '../../../server/process/server.ts';
import { parameterNames } from '../../../server/search/address.ts';
import { send, serve } from '../../support/server.ts';
import { readingDist } from '../../support/shared.ts';

const distDir = readingDist();
const { pages, packs } = { ...manifestOf(readTree(distDir)!), ...readTree(distDir)!.manifest };

/** An address behind a door; undefined where the small catalog has none. */
function exampleOf(door: PublicDoor): string | undefined {
  if (door.from === 'server') return door.path.replace('{digest}', packs[0]!.digest);
  const form = formOf(door);
  return pages.find(({ path }) => form.test(path))?.path;
}

describe('a public door', () => {
  let server: RunningServer;
  before(async () => {
    server = await serve({ distDir });
  });
  after(() => server.stop());

  test('answers GET with the media type that it says, and HEAD with the same head', async () => {
    let answered = 0;
    for (const door of publicDoors) {
      const path = exampleOf(door);
      if (path === undefined) continue;
      const [got, head] = [await send(server, path), await send(server, path, { method: 'HEAD' })];
      assert.equal(got.status, 200, path);
      const type = door.answers.includes('/') ? door.answers : 'text/markdown';
      assert.equal(got.headers['content-type']!.split(';')[0], type, path);
      assert.deepEqual([head.status, head.body.length], [200, 0], path);
      assert.equal(head.headers['content-type'], got.headers['content-type'], path);
      answered += 1;
    }
    assert.ok(answered > 50, String(answered));
  });

  test('for searches takes the parameters that it says', () => {
    assert.deepEqual(
      query.search.map(({ name }) => name),
      [...parameterNames],
    );
  });
});
