/** The reading edition as it is served: negotiated at `/` alone, with a strict policy, live where the Markdown is. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sha256Hex } from '#document/text/digest.ts';
import { describedFromNow } from '../../support/described.ts';
import { htmlFaults } from '../../support/html.ts';
import { type Answer, freeTraffic, send, serve } from '../../support/server.ts';
import { manifestIn, readingDist } from '../../support/shared.ts';

describedFromNow();
const distDir = readingDist();
const server = await serve({ distDir });
after(() => server.stop());

const get = (path: string, accept?: string) =>
  send(server, path, { headers: accept === undefined ? {} : { accept } });
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('the start page', () => {
  test('is HTML for who names HTML and not Markdown, and says where that is', async () => {
    const { headers, body } = await get('/', browser);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['content-location'], '/index.html');
    assert.equal(headers.vary, 'Accept, Accept-Encoding');
    assert.deepEqual(body, (await get('/index.html')).body);
  });

  test('is Markdown for everyone else', async () => {
    for (const accept of [
      undefined,
      '*/*',
      'text/markdown, text/html;q=0.9',
      'text/html;q=0',
      'text/plain',
    ]) {
      const { headers } = await get('/', accept);
      assert.equal(headers['content-type'], 'text/markdown; charset=utf-8', accept);
      assert.equal(headers.vary, 'Accept, Accept-Encoding');
      assert.equal(headers['content-location'], undefined);
    }
  });

  test('and every other twin give their Markdown to a client that asks for it, with its address', async () => {
    const { headers, body } = await get('/patterns/gate.html', 'text/markdown, text/html;q=0.9');
    assert.equal(headers['content-type'], 'text/markdown; charset=utf-8');
    assert.equal(headers['content-location'], '/patterns/gate.md');
    assert.equal(headers.vary, 'Accept, Accept-Encoding');
    assert.deepEqual(body, (await get('/patterns/gate.md')).body);
    for (const accept of [browser, '*/*', 'text/html, text/markdown;q=0']) {
      const page = await get('/patterns/gate.html', accept);
      assert.equal(page.headers['content-type'], 'text/html; charset=utf-8', accept);
      assert.equal(page.headers.vary, 'Accept, Accept-Encoding');
    }
  });

  test('are negotiated, and Markdown is not', async () => {
    const { headers } = await get('/patterns/gate.md', browser);
    assert.equal(headers['content-type'], 'text/markdown; charset=utf-8');
    assert.equal(headers.vary, 'Accept-Encoding');
  });
});

describe('a page of the reading edition', () => {
  test('loads nothing but files of the service', async () => {
    const { headers } = await get('/patterns/gate.html');
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; style-src 'self'; script-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|sandbox/);
    assert.match(String(headers.link), /<\/patterns\/gate\.md>; rel="alternate"; type="text\/markdown"/);
  });

  test('is named by its Markdown', async () => {
    const { headers } = await get('/patterns/gate.md');
    assert.match(String(headers.link), /<\/patterns\/gate\.html>; rel="alternate"; type="text\/html"/);
  });

  test('carries no ticket, whoever asks', async () => {
    const headers = { 'user-agent': 'claude-code/1.0', accept: browser };
    const answer = await send(server, '/patterns/gate.html', { headers });
    assert.equal(answer.headers['use-ticket'], undefined);
    assert.doesNotMatch(answer.body.toString(), /use-ticket-trailer|ut1\./);
  });

  test('redirects from an alias and from a task without a page, and answers for one task', async () => {
    const { status, headers } = await get('/patterns/agent-loop.html');
    assert.deepEqual([status, headers.location], [308, '/patterns/tool-loop.html']);
    const task = await get('/tasks/research.deep_question.html');
    assert.deepEqual(
      [task.status, task.headers.location],
      [308, '/domains/research.html#deep_question'],
      'a task without a page leads to its entry',
    );
    const { body } = await get('/starters/index.html?task_class=coding.bug_fix');
    assert.match(
      body.toString(),
      /<h1>Starters for [^<]*<small><code>coding\.bug_fix<\/code><\/small><\/h1>/,
    );
    assert.equal((await get('/starters/index.html?task_class=none.such')).status, 422);
  });

  test('is found without the ending of its address, as people and tools type it', async () => {
    for (const [typed, whole] of [
      ['/patterns/gate', '/patterns/gate.html'],
      ['/patterns/', '/patterns/index.html'],
      ['/patterns', '/patterns/index.html'],
      ['/llms', undefined],
      ['/patterns/none/', undefined],
    ]) {
      const { status, headers } = await get(typed!);
      assert.deepEqual([status, headers.location], whole ? [308, whole] : [404, undefined], typed);
    }
  });

  test('shows the status as it is now, and names the digest of what it shows', async () => {
    const [live, shown] = [await get('/status.html'), await get('/status.md')];
    assert.match(live.body.toString(), /<h2 id="use-reports">/);
    assert.ok(live.body.toString().includes(`content="sha256:${sha256Hex(shown.body)}"`));
  });

  test('brings its files, which never change under their names', async () => {
    const page = (await get('/index.html')).body.toString();
    const files = [...page.matchAll(/(?:href|src)="(\/reading\/[^"]+)"/g)].map(([, file]) => file!);
    assert.equal(files.length, 3);
    for (const file of files) {
      const { status, headers } = await get(file);
      assert.equal(status, 200);
      assert.match(String(headers['cache-control']), /immutable/);
    }
  });

  test('has a drawing with the one style that its policy allows', async () => {
    const { headers, body } = await get('/patterns/gate.svg');
    const style = /<style>([^<]*)<\/style>/.exec(body.toString())![1]!;
    const digest = Buffer.from(sha256Hex(style), 'hex').toString('base64');
    assert.ok(String(headers['content-security-policy']).includes(`style-src 'sha256-${digest}'`));
  });
});

describe('a refusal at an address of the reading edition', () => {
  const starter = [...manifestIn(distDir).pages].find(({ path }) =>
    /^\/starters\/.+\d\.html$/.test(path),
  )!.path;

  /** Returns the headers that the two forms of a refusal share. */
  const headersOf = ({ headers: { date, ...rest } }: Answer) => {
    const own = ['content-type', 'content-length', 'content-security-policy', 'request-id'];
    return Object.fromEntries(Object.entries(rest).filter(([name]) => !own.includes(name)));
  };

  test('is a valid page with the status and headers of the Markdown, and its own policy', async () => {
    for (const [path, status] of [
      ['/patterns/gaet.html', 404],
      ['/search.html?q=+', 400],
      ['/search.html?q=a&limit=x', 400],
      ['/starters/index.html?task_class=none.such', 422],
      ['/%ff.html', 400],
      [`/${'x/'.repeat(900)}.html`, 404],
    ] as const) {
      const [page, plain] = [await get(path), await get(path.replace('.html', '.md'))];
      assert.deepEqual([page.status, plain.status], [status, status], path);
      assert.deepEqual(headersOf(page), headersOf(plain));
      assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(page.headers['cache-control'], 'no-store');
      assert.equal(page.headers.etag, undefined);
      const { headers } = await get('/patterns/gate.html');
      assert.equal(page.headers['content-security-policy'], headers['content-security-policy']);
      assert.ok(page.body.includes(String(page.headers['request-id'])));
      assert.deepEqual(await htmlFaults(page.body.toString()), [], path);
    }
  });

  test('names the page that was probably meant', async () => {
    const meant = async (path: string) =>
      /Did you mean <a href="([^"]+)"/.exec((await get(path)).body.toString())?.[1];
    assert.equal(await meant('/Patterns/gaet.html'), '/patterns/gate.html');
    assert.equal(await meant('/patterns/agent-lop.html'), '/patterns/tool-loop.html');
    const team = starter.replace(/\/[^/]+$/, '');
    assert.match(String(await meant(`${team.slice(0, -1)}.html`)), /^\/starters\/.+\/\d/);
    const { status, headers } = await get(`${team}.html`);
    assert.deepEqual([status, headers.location], [307, starter], 'a team without a version is no mistake');
    assert.equal(await meant('/nothing/of/the/sort.html'), undefined);
  });

  test('leaves a person with what was typed, which acts nowhere', async () => {
    const typed = '"><script>alert(1)</script>';
    const page = (await get(`/search.html?limit=x&q=${encodeURIComponent(typed)}`)).body.toString();
    assert.ok(page.includes('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"'));
    const hostile = (await get(`/<script>alert(1)</script>${typed}.html?x=${typed}`)).body.toString();
    assert.doesNotMatch(page + hostile, /<script(?! src=)/);
    assert.match(page, /cannot be used\. Expected one whole number/);
    assert.match((await get('/search.html?q=+')).body.toString(), /You typed nothing\./);
  });

  test('has no body for HEAD, and is what `/` gives a browser that it refuses', async () => {
    const head = await send(server, '/patterns/none.html', { method: 'HEAD' });
    assert.deepEqual([head.status, head.body.length], [404, 0]);
    const none = { 'accept-encoding': 'identity;q=0' };
    const types = [{ ...none, accept: browser }, none].map(
      async headers => (await send(server, '/', { headers })).headers['content-type'],
    );
    assert.deepEqual(await Promise.all(types), ['text/html; charset=utf-8', 'text/markdown; charset=utf-8']);
  });

  test('is Markdown everywhere else, and for other methods', async () => {
    const others = ['/patterns/none', '/v1/none.html', '/mcp/none.html', '/patterns/none.html.md'].map(path =>
      get(path),
    );
    const post = send(server, '/patterns/gate.html', { method: 'POST' });
    for (const { headers } of await Promise.all([...others, post]))
      assert.equal(headers['content-type'], 'text/markdown; charset=utf-8');
  });

  test('is Markdown once a network has searched as often as it may, and without a reading edition', async t => {
    const limited = await serve({ distDir, traffic: { ...freeTraffic, mcpRequestsPerMinute: 1 } });
    const plain = await serve();
    t.after(() => Promise.all([limited.stop(), plain.stop()]));
    const typeOf = async (from: typeof server) => {
      const { status, headers } = await send(from, '/patterns/none.html');
      return [status, headers['content-type']];
    };
    assert.deepEqual(await typeOf(limited), [404, 'text/html; charset=utf-8']);
    assert.deepEqual(await typeOf(limited), [404, 'text/markdown; charset=utf-8']);
    assert.deepEqual(await typeOf(plain), [404, 'text/markdown; charset=utf-8']);
    assert.equal((await send(limited, '/patterns/gate.html')).status, 200);
  });
});
