/** A domain is content: one file makes it, with its tasks, its pages and its place in lists and search. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkContent } from '../../../build/run/build.ts';
import type { RunningServer } from '../../../server/process/server.ts';
import { exampleCopy, write } from '../../support/folder.ts';
import { send, serve } from '../../support/server.ts';
import { buildInto } from '../../support/shared.ts';

const design = `---
title: Design
description: Drawing and laying out what people look at.
domain: design
tasks:
  - name: poster_draft
    description: Draw a first poster from a brief.
---

## Where to start

Draw alone, then ask a reader.

## What decides

- Whether somebody who was not there can read it.
`;

/** The small catalog with a domain more, and a pattern that is for this domain alone. */
function withDesign(): string {
  const content = exampleCopy();
  write(content, 'domains/design.md', design);
  const gate = readFileSync(join(content, 'patterns/gate.md'), 'utf8');
  write(content, 'patterns/gate.md', gate.replace(/^domains: .*$/m, 'domains: [design]'));
  return content;
}

describe('a new domain', () => {
  let server: RunningServer;
  before(async () => {
    server = await serve({ distDir: await buildInto(withDesign()) });
  });
  after(() => server.stop());
  const read = async (path: string) => (await send(server, path)).body.toString();

  test('has its pages, and stands in the lists after the domains that were there', async () => {
    assert.match(await read('/llms.txt'), /\/domains\/coding\.md\)[\s\S]*\/domains\/design\.md\)/);
    assert.match(await read('/domains/index.md'), /\/domains\/design\.md/);
    assert.match(await read('/domains/design.md'), /### poster_draft\n\nBegin with one agent\.\n/);
    const moved = await send(server, '/tasks/design.poster_draft.md');
    assert.equal(moved.status, 308);
    assert.equal(moved.headers.location, '/domains/design.md#poster_draft');
    assert.match(
      await read('/tasks/index.md'),
      /^\| \[Poster draft\]\(\/domains\/design\.md#poster_draft\) \| Design \| one agent \| unknown \|/m,
    );
    assert.match(
      await read('/tasks.csv'),
      /^design\.poster_draft,Poster draft,one agent,unknown,unknown,none,,/m,
    );
    assert.match(
      await read('/starters/index.md?task_class=design.poster_draft'),
      /There is no starter for this task/,
    );
  });

  test('can be chosen in a search, and another name is refused with those that there are', async () => {
    assert.equal((await send(server, '/search.md?q=poster&domain=design')).status, 200);
    const wrong = await send(server, '/search.md?q=poster&domain=desing');
    assert.equal(wrong.status, 400);
    assert.match(wrong.body.toString(), /design/);
  });

  test('gives no ticket for what is for it alone, since no receipt could name its tasks', async () => {
    const headers = { 'User-Agent': 'curl/8.5.0' };
    const own = await send(server, '/patterns/gate.md', { headers });
    assert.deepEqual([own.status, own.headers['use-ticket']], [200, undefined]);
    assert.ok((await send(server, '/patterns/tool-loop.md', { headers })).headers['use-ticket']);
  });
});

test('a domain that no file makes is refused where a pattern or a finding names it', async () => {
  const content = exampleCopy();
  const gate = readFileSync(join(content, 'patterns/gate.md'), 'utf8');
  write(content, 'patterns/gate.md', gate.replace(/^domains: .*$/m, 'domains: [desing]'));
  const [fault] = (await checkContent({ contentDir: content, baseUrl: 'http://catalog.test' })).messages;
  assert.equal(fault?.rule, 'unknown-domain');
  assert.match(fault!.help, /write `domains\/desing\.md`/);
});
