/** The doors as they are declared, and as they are served: each answers what it says, in the methods that it says, to everyone alike. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { type Door, methodOf, typeOf } from '#document/message/door.ts';
import { publicKinds } from '#document/message/index.ts';
import { publicDoors } from '#document/message/public.ts';
import { query } from '#document/message/query.ts';
import { type ApiRoute, apiRoutes } from '#document/message/routes.ts';
import type { RunningServer } from '../../../server/process/server.ts';
import { parameterNames } from '../../../server/search/address.ts';
import { answeredAt, exampleOf, refusedAt, tenantRoutes } from '../../support/door.ts';
import { send, serve } from '../../support/server.ts';
import { manifestIn, readingDist } from '../../support/shared.ts';

const distDir = readingDist();
const { pages } = manifestIn(distDir);
const site = { paths: pages.map(({ path }) => path) };
const routes = Object.values<ApiRoute>(apiRoutes);

/** Every public door that the small catalog has something behind, with its address. */
const examples = publicDoors.flatMap(door => {
  const path = exampleOf(door, site);
  return path === undefined ? [] : [{ door, path }];
});
const addressOf = ({ path }: Door): string => path.replaceAll(/\{\w+\}/g, 'x');
/** Every door with an address: what is asked of one of a tenant need not exist. */
const all = [...examples, ...routes.map(door => ({ door, path: addressOf(door) }))];

let server: RunningServer;
before(async () => {
  server = await serve({ distDir });
});
after(() => server.stop());

describe('a door', () => {
  test('refuses every method that it does not declare, and names those that it does in `Allow`', async () => {
    for (const { door, path } of all)
      for (const method of refusedAt(door)) {
        const { status, headers } = await send(server, path, { method });
        assert.equal(status, 405, `${method} ${path}`);
        // What MCP allows is said without OPTIONS, which is for browsers alone.
        const allowed = door.type === 'rpc' ? typeOf(door).methods : answeredAt(door);
        assert.deepEqual(headers.allow?.split(', ').sort(), [...allowed].sort(), `${method} ${path}`);
      }
  });

  test('answers OPTIONS where it says so', async () => {
    for (const { door, path } of all.filter(each => typeOf(each.door).options)) {
      const { status, headers } = await send(server, path, { method: 'OPTIONS' });
      assert.equal(status, 204, path);
      const allowed = headers.allow ?? headers['access-control-allow-methods'];
      assert.deepEqual(String(allowed).split(', ').sort(), answeredAt(door).sort(), path);
    }
  });

  test('names kinds of documents that there are', () => {
    const kinds = publicKinds.map(({ kind }) => kind);
    for (const { path, sends, answers } of [...routes, ...publicDoors])
      for (const name of [...sends, ...answers])
        assert.ok(kinds.includes(name) || /^\w+\/[\w.+-]+$/.test(name), `${path}: ${name}`);
  });

  test('takes a body where it declares one, and one door has a path and a method', () => {
    for (const door of [...routes, ...publicDoors])
      assert.equal(typeOf(door).body !== undefined, methodOf(door) === 'POST', door.path);
    const names = [...routes, ...publicDoors].map(door => `${methodOf(door)} ${door.path}`);
    assert.equal(new Set(names).size, names.length);
  });

  test('reads no larger body and no other media type than it declares', async () => {
    for (const { door, path } of examples.concat(
      routes.filter(({ type }) => type === 'receipt').map(door => ({ door, path: door.path })),
    )) {
      const { body } = typeOf(door);
      if (!body) continue;
      const post = (type: string, size: number) =>
        send(server, path, {
          method: methodOf(door),
          headers: { 'Content-Type': type },
          body: 'x'.repeat(size),
        });
      assert.equal((await post('text/csv', 1)).status, 415, path);
      assert.equal((await post(body.mediaType, body.limit + 1)).status, 413, path);
      assert.ok(![413, 415].includes((await post(body.mediaType, body.limit)).status), path);
    }
  });
});

describe('a public door that is read', () => {
  const read = examples.filter(({ door }) => methodOf(door) === 'GET');

  test('answers GET with the media type that it says, and HEAD with the same head', async () => {
    for (const { door, path } of read) {
      const [got, head] = [await send(server, path), await send(server, path, { method: 'HEAD' })];
      if (door.from === 'newest') {
        assert.deepEqual([got.status, head.status, got.body.length], [307, 307, 0], path);
        assert.ok(site.paths.includes(got.headers.location!), path);
        continue;
      }
      assert.equal(got.status, 200, path);
      const [answer = ''] = door.answers;
      const type = answer.includes('/') ? answer : 'text/markdown';
      assert.equal(got.headers['content-type']!.split(';')[0], type, path);
      assert.deepEqual([head.status, head.body.length], [200, 0], path);
      assert.equal(head.headers['content-type'], got.headers['content-type'], path);
    }
    assert.ok(read.length > 50, String(read.length));
  });

  test('is fixed by a convention where the manifest says so', () => {
    const isFile = new Map(pages.map(({ path, kind }) => [path, kind === 'discovery']));
    for (const { door, path } of read)
      if (isFile.has(path)) assert.equal(door.type === 'discovery', isFile.get(path), path);
  });

  test('for searches takes the parameters that it says', () => {
    assert.deepEqual(
      query.search.map(({ name }) => name),
      [...parameterNames],
    );
  });
});

describe('the guide of tenant routes', () => {
  const file = 'content/guides/tenant-routes.md';
  const linkOf = (name: string): string => {
    const version = publicKinds
      .find(({ kind }) => kind === name)!
      .schema.split('/')
      .at(-1);
    return `[${name}](/docs/schemas/${name}/${version}.md)`;
  };
  /** Of an artifact, which may be of several kinds, the guide says what it is; what a list is, it says once. */
  const documents = ({ sends, answers }: ApiRoute): string =>
    answers.length > 2
      ? 'the bytes as they were sent'
      : answers[0] === 'index'
        ? 'a list'
        : [sends, answers]
            .flatMap(names => (names.length > 0 ? names.map(linkOf).join(' or ') : []))
            .join(', ');
  const forRunners = ({ access }: Door) => access === 'runner';
  const lines = [
    ...tenantRoutes.filter(route => route.method === 'POST' && !forRunners(route)),
    ...tenantRoutes.filter(route => route.method === 'GET'),
    ...tenantRoutes.filter(forRunners),
  ].map(route => `- \`${route.method} /${route.below}\` (\`${route.access}\`): ${documents(route)}\n`);

  test('lists every route with its scope and its documents (WRITE_ROUTES=1 writes the list)', () => {
    const text = readFileSync(file, 'utf8');
    const list = /(?<=^## Routes\n\n)(?:- .*\n)+/m;
    const written = text.replace(list, () => lines.join(''));
    if (process.env.WRITE_ROUTES === '1') writeFileSync(file, written);
    else assert.equal(text, written);
  });
});
