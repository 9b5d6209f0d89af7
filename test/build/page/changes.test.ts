/** The changes, as a page for each day and as a feed, which a library reads that did not write it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseAtomFeed } from 'feedsmith';
import type { RunningServer } from '../../../server/process/server.ts';
import { describedFromNow } from '../../support/described.ts';
import { send, serve } from '../../support/server.ts';
import { catalogDist, manifestIn } from '../../support/shared.ts';
import { fields } from '../../support/tenant.ts';

describedFromNow();
const dist = catalogDist();
const textOf = (path: string) => readFileSync(join(dist, path.slice(1)), 'utf8');

let server: RunningServer;
before(async () => {
  server = await serve({ distDir: dist });
});
after(() => server.stop());

const get = async (path: string, options: Parameters<typeof send>[2] = {}) => {
  const answer = await send(server, path, options);
  return { ...answer, text: answer.body.toString() };
};
const days = (text: string) => [...text.matchAll(/^(?:## |- )(\d{4}-\d\d-\d\d)/gm)].map(([, day]) => day!);

/** The text of all pages of the list. */
async function wholeList(): Promise<string> {
  const first = await get('/changes.md');
  let text = first.text;
  for (let page = 2; page <= Number(fields(first).pages); page += 1)
    text += (await get(`/changes/${page}.md`)).text;
  return text;
}

describe('the list of changes', () => {
  test('has every publication, change of status and comparison, newest first', async () => {
    const total = Number(fields(await get('/changes.md')).total);
    const text = await wholeList();
    assert.equal(text.match(/^- \[/gm)!.length, total);
    const found = days(text);
    assert.deepEqual(found, found.toSorted().reverse());
    const { pages } = manifestIn(dist);
    for (const { path, artifact } of pages)
      if (
        artifact &&
        !path.startsWith('/artifacts/') &&
        /\/\d+\.\d+\.\d+\.md$/.test(path) &&
        !path.startsWith('/exports/')
      )
        assert.ok(text.includes(`(${path}): published.`), path);
  });

  test('since the newest day has that day alone', async () => {
    const [newest] = [...new Set(days((await get('/changes.md')).text))];
    const answer = await get(`/changes.md?since=${newest}`);
    assert.equal(answer.status, 200);
    assert.deepEqual([...new Set(days(answer.text))], [newest]);
    assert.match(String(answer.headers.link), new RegExp(`changes\\.md\\?since=${newest}>; rel="canonical"`));
  });

  test('since a day leads from page to page, through every change on it and later, each once', async () => {
    const [oldest] = [...new Set(days(await wholeList()))].toSorted();
    const found: string[] = [];
    let [at, pages] = [`/changes.md?since=${oldest}`, 0];
    for (; at !== ''; pages += 1) {
      const answer = await get(at);
      assert.equal(answer.status, 200, at);
      found.push(...(answer.text.match(/^- \d{4}-\d\d-\d\d: .*/gm) ?? []));
      const next = /\[Next\]\((.*)\)/.exec(answer.text)?.[1] ?? '';
      assert.equal(/<([^>]*)>; rel="next"/.exec(String(answer.headers.link))?.[1] ?? '', next, at);
      at = next;
    }
    assert.ok(pages > 1);
    assert.equal(found.length, Number(fields(await get('/changes.md')).total));
    assert.equal(new Set(found).size, found.length);
    const order = found.map(line => line.slice(2, 12));
    assert.deepEqual(order, order.toSorted());
  });

  test('since a day has no page of a number that there is not', async () => {
    for (const page of ['0', '999', 'x', '2&page=2'])
      assert.equal((await get(`/changes.md?since=2026-11-21&page=${page}`)).status, 422, page);
  });

  test('looks at the method first', async () => {
    assert.equal((await get('/changes.md?since=bad', { method: 'OPTIONS' })).status, 204);
    const { status, headers } = await get('/changes.md?since=bad', { method: 'POST' });
    assert.equal(status, 405);
    assert.equal(headers.allow, 'GET, HEAD, OPTIONS');
  });

  test('since the future is empty, and since long ago is the whole list', async () => {
    assert.match((await get('/changes.md?since=2999-01-01')).text, /Nothing changed since then\./);
    assert.equal((await get('/changes.md?since=1999-01-01')).text, (await get('/changes.md')).text);
    assert.equal((await get('/changes.md?other=1')).text, (await get('/changes.md')).text);
  });

  test('since what is no day is refused with an example', async () => {
    for (const query of [
      ...['since=', 'since=yesterday', 'since=2026-13-01', 'since=2026-02-30', 'since=2026-11-31'],
      'since=2026-11-01&since=2026-11-02',
    ]) {
      const answer = await get(`/changes.md?${query}`);
      assert.equal(answer.status, 422, query);
      assert.match(answer.text, /\?since=2026-11-01/);
    }
  });
});

describe('the feed of changes', () => {
  test('is read by a library, and an id names one entry', () => {
    const atom = parseAtomFeed(textOf('/changes.atom'));
    assert.ok(atom.entries!.length > 3);
    const ids = new Set(atom.entries!.map(({ id }) => id));
    assert.equal(ids.size, atom.entries!.length);
    for (const { updated } of atom.entries!) assert.ok(updated! <= atom.updated!, updated);
  });

  test('has the media type that readers expect, and is named by the page', async () => {
    const feed = await get('/changes.atom');
    assert.match(feed.headers['content-type']!, /^application\/atom\+xml/);
    const page = await get('/changes.md');
    assert.match(
      String(page.headers.link),
      /<\/changes\.atom>; rel="alternate"; type="application\/atom\+xml"/,
    );
  });
});
