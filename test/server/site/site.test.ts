/** The served site as a whole: the real content, every page, every link. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import LinkHeader from 'http-link-header';
import { readDocument } from '../../../build/document/text/front-matter.ts';
import type { RunningServer } from '../../../server/process/server.ts';
import { someOf } from '../../support/large.ts';
import { type Answer, send, sendRaw, serve } from '../../support/server.ts';
import { baseUrl, catalogDist, exampleDist } from '../../support/shared.ts';

let server: RunningServer;
let pages: Map<string, Answer>;
/** Some of them, which are asked for again in other ways. */
let some: [path: string, answer: Answer][];

before(async () => {
  server = await serve({ distDir: catalogDist() });
  const sitemap = (await send(server, '/sitemap.txt')).body.toString().trimEnd().split('\n');
  pages = new Map();
  for (const url of sitemap) {
    assert.ok(url.startsWith(baseUrl), url);
    const path = url.slice(baseUrl.length);
    pages.set(path, await send(server, path));
  }
  some = someOf([...pages], 100);
});
after(() => server.stop());

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64');

describe('every page of the sitemap', () => {
  test('answers 200 with its canonical address, in its header and in its front matter', () => {
    for (const [path, { status, headers, body }] of pages) {
      assert.equal(status, 200, path);
      const links = LinkHeader.parse(String(headers.link));
      assert.deepEqual(
        links.rel('canonical').map(({ uri }) => uri),
        [baseUrl + path],
      );
      const parsed = readDocument(body.toString());
      assert.ok(parsed.ok, path);
      // The front matter of a skill is that of the skill format, which knows no addresses.
      if (path.startsWith('/skills/')) continue;
      const { canonical_url, path: stated, kind } = parsed.document.value;
      assert.equal(stated, path);
      const isArtifact = kind === 'starter' || kind === 'formation';
      assert.equal(canonical_url, isArtifact ? undefined : baseUrl + path);
    }
  });

  test('names a schema reference that exists, and every discovery link leads somewhere', async () => {
    const targets = new Set<string>();
    for (const { headers } of pages.values()) {
      for (const { uri } of LinkHeader.parse(String(headers.link)).refs)
        targets.add(uri.replace(baseUrl, ''));
    }
    for (const target of targets) assert.equal((await send(server, target)).status, 200, target);
  });

  test('has the digest that it states', () => {
    for (const [path, { headers, body }] of pages) {
      assert.equal(headers['repr-digest'], `sha-256=:${sha256(body)}:`, path);
    }
  });

  test('comes the same through every coding, each with its own digest and tag', async () => {
    for (const [path, plain] of some) {
      for (const [coding, decode] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const packed = await send(server, path, { headers: { 'Accept-Encoding': coding } });
        if (packed.headers['content-encoding'] === undefined) continue;
        assert.deepEqual(decode(packed.body), plain.body, path);
        assert.equal(packed.headers['repr-digest'], `sha-256=:${sha256(packed.body)}:`);
        assert.notEqual(packed.headers.etag, plain.headers.etag);
      }
    }
  });

  test('is not sent to anyone who has it: 304 without a body', async () => {
    for (const [path, { headers }] of some) {
      const again = await send(server, path, { headers: { 'If-None-Match': String(headers.etag) } });
      assert.equal(again.status, 304, path);
      assert.equal(again.body.length, 0);
      assert.equal(again.headers.etag, headers.etag);
      assert.equal(again.headers['content-length'], undefined);
      assert.equal(again.headers['cache-control'], headers['cache-control']);
      assert.equal(again.headers.vary, headers.vary);
    }
  });

  test('has the same headers on HEAD as on GET', async () => {
    for (const [path, { headers }] of some) {
      const { date: _, ...expected } = headers;
      const answer = await send(server, path, { method: 'HEAD' });
      const { date: __, ...found } = answer.headers;
      assert.deepEqual(found, expected, path);
      assert.equal(answer.body.length, 0);
    }
  });

  test('may be asked for by every origin', async () => {
    for (const [path, { headers }] of some) {
      assert.equal(headers['access-control-allow-origin'], '*', path);
      const answer = await send(server, path, { method: 'OPTIONS' });
      assert.equal(answer.status, 204, path);
      assert.equal(answer.headers['access-control-allow-origin'], '*', path);
      assert.equal(answer.headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS', path);
    }
  });

  test('takes no other method', async () => {
    const methods = ['POST', 'PUT', 'PATCH', 'DELETE'];
    for (const [at, path] of some.map(([path]) => path).entries()) {
      const method = methods[at % methods.length]!;
      const { status, headers } = await send(server, path, { method });
      assert.equal(status, 405, `${method} ${path}`);
      assert.equal(headers.allow, 'GET, HEAD, OPTIONS');
    }
  });

  test('links only to what exists', async () => {
    const known = new Map<string, number>([...pages].map(([path, { status }]) => [path, status]));
    for (const [path, { body }] of pages) {
      for (const [, url, target] of body.toString().matchAll(/\]\(((\/[^\s()#]*)[^\s()]*)/g)) {
        if (target === undefined) continue;
        if (!known.has(target)) known.set(target, (await send(server, target)).status);
        assert.equal(known.get(target), 200, `${path} links to ${url}`);
      }
    }
  });
});

describe('hostile requests', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2f',
      '%5c',
      '\\',
      '%00',
      '%c0%af',
      '%ff',
      '%',
      '//',
      ';',
      'patterns',
      'gate.md',
      '%25%32%66',
      '~',
      '@',
    ),
    fc.string({ maxLength: 6 }).map(text => encodeURIComponent(text.toWellFormed())),
  );
  const path = fc.array(piece, { maxLength: 8 }).map(pieces => `/${pieces.join('/')}`);

  test('for any path get a page, 308, 400 or 404, and never a stack', async () => {
    const example = await serve({ distDir: exampleDist() });
    try {
      await fc.assert(
        fc.asyncProperty(path, fc.constantFrom('', '?x', '?task_class=%00'), async (hostile, query) => {
          const { status, body } = await send(example, hostile + query);
          assert.ok([200, 308, 400, 404].includes(status), `${status} ${hostile}`);
          assert.doesNotMatch(body.toString(), /node_modules|\.ts:\d|Error:/);
        }),
        { numRuns: 500 },
      );
    } finally {
      await example.stop();
    }
  });

  const raw: [string, string, RegExp][] = [
    ['no HTTP at all', 'hello\r\n\r\n', /^HTTP\/1\.1 400 Bad Request\r\n/],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n', /^HTTP\/1\.1 400 /],
    [
      'a header that is too large',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
      /^HTTP\/1\.1 400 /,
    ],
    [
      'two lengths',
      'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      /^HTTP\/1\.1 400 /,
    ],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['a NUL in the path', 'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n', /^HTTP\/1\.1 400 /],
  ];
  for (const [what, bytes, expected] of raw) {
    test(`with ${what} are refused and the connection is closed`, async () => {
      const answer = await sendRaw(server, bytes);
      assert.match(answer, expected);
      assert.doesNotMatch(answer, /node_modules|\.ts:\d/);
    });
  }

  test('with a very long address are refused', async () => {
    assert.equal((await send(server, `/${'a'.repeat(5000)}`)).status, 400);
  });
});
