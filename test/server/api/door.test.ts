/** The doors as they are described, and as they are served: each public one answers GET and HEAD with what it says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { formOf, type PublicDoor, publicDoors } from '#build/exchange/public.ts';
import { query } from '#build/exchange/query.ts';
import { type ApiRoute, apiRoutes } from '#build/exchange/routes.ts';
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

let server: RunningServer;
before(async () => {
  server = await serve({ distDir });
});
after(() => server.stop());

/** Asserts that an address takes these methods alone, and says so. */
async function assertMethods(path: string, methods: readonly string[]): Promise<void> {
  for (const method of ['OPTIONS', 'DELETE', 'PUT']) {
    const { status, headers } = await send(server, path, { method });
    const expected = method === 'OPTIONS' && methods.includes(method) ? 204 : 405;
    assert.equal(status, expected, `${method} ${path}`);
    assert.deepEqual(headers.allow?.split(', ').sort(), methods, `${method} ${path}`);
  }
}

describe('a public door', () => {
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

  test('takes GET, HEAD and OPTIONS, and refuses every other method with these in `Allow`', async () => {
    for (const path of publicDoors.flatMap(door => exampleOf(door) ?? []))
      await assertMethods(path, ['GET', 'HEAD', 'OPTIONS']);
  });

  test('for searches takes the parameters that it says', () => {
    assert.deepEqual(
      query.search.map(({ name }) => name),
      [...parameterNames],
    );
  });
});

describe('a door of the API', () => {
  test('takes the methods of its routes alone', async () => {
    const routes = Object.values(apiRoutes) as readonly ApiRoute[];
    for (const path of new Set(routes.map(route => route.path))) {
      const own = routes.filter(route => route.path === path);
      const methods = own.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      const isPublic = own.some(({ access }) => access === 'ticket');
      // No other site may use a credential, so there is nothing that a preflight could allow.
      await assertMethods(
        path.replaceAll(/:\w+/g, 'x'),
        [...methods, ...(isPublic ? ['OPTIONS'] : [])].sort(),
      );
    }
  });

  test('is listed in the guide of tenant routes, with its scope and its documents', () => {
    const text = readFileSync('content/guides/tenant-routes.md', 'utf8');
    const listed = new Map(
      [...text.matchAll(/^- `(GET|POST) (\S+)` \(`(\S+)`\): (.*)$/gm)].map(
        ([, method, path, access, documents]) => [
          `${method} ${path} ${access}`,
          [...documents!.matchAll(/\[(\w+)\]/g)].map(([, kind]) => kind!),
        ],
      ),
    );
    const tenant = '/v1/tenants/:tenant';
    const routes = (Object.values(apiRoutes) as readonly ApiRoute[]).filter(({ path }) =>
      path.startsWith(tenant),
    );
    const nameOf = ({ method, path, access }: ApiRoute) =>
      `${method} ${path.slice(tenant.length).replaceAll(/:(\w+)/g, '{$1}')} ${access}`;
    assert.deepEqual([...listed.keys()].sort(), routes.map(nameOf).sort());
    for (const route of routes) {
      const kinds = listed.get(nameOf(route))!;
      const own = [...route.sends, ...route.answers].map(({ kind }) => kind);
      // An artifact may be of several kinds, which the guide does not name; of a list it may name what is listed.
      if (kinds.length > 0) assert.deepEqual(kinds.slice(0, own.length), own, nameOf(route));
      else assert.ok(route.answers.length > 3, nameOf(route));
    }
  });
});
