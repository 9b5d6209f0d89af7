/** The reading edition as it is served: negotiated at `/` alone, with a strict policy, live where the Markdown is. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { sha256Hex } from '#document/digest.ts';
import { build } from '../../../build/build.ts';
import { testRing } from '../../keys.ts';
import { exampleContent, temporaryFolder } from '../../support/folder.ts';
import { send, serve } from '../../support/server.ts';
import { baseUrl } from '../../support/shared.ts';

const folder = temporaryFolder();
const distDir = join(folder, 'dist');
const options = {
  contentDir: exampleContent,
  distDir,
  baseUrl,
  keys: testRing(),
  logDir: join(folder, 'log'),
};
assert.ok(build({ ...options, reading: true }).ok);
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

  test('is the only page that is negotiated', async () => {
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

  test('redirects from an alias, and answers for one task', async () => {
    const { status, headers } = await get('/patterns/agent-loop.html');
    assert.deepEqual([status, headers.location], [308, '/patterns/tool-loop.html']);
    const { body } = await get('/starters/index.html?task_class=coding.bug_fix');
    assert.match(body.toString(), /<h1>Starters for coding\.bug_fix<\/h1>/);
    assert.equal((await get('/starters/index.html?task_class=none.such')).status, 422);
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
