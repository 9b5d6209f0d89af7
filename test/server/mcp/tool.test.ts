/** The tools that read: what each takes, what it gives, and what it says when there is nothing to give. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { LRUCache } from 'lru-cache';
import type { PageEntry } from '#document/text/manifest.ts';
import type { McpContext } from '../../../server/mcp/context.ts';
import { mcpEndpoint } from '../../../server/mcp/endpoint.ts';
import { openAiTools, tools } from '../../../server/mcp/tool/index.ts';
import { type Representation, SitePage } from '../../../server/site/page.ts';
import type { Site } from '../../../server/site/site.ts';
import { describedFromNow } from '../../support/described.ts';
import { exampleDist } from '../../support/shared.ts';
import { callTool, contextOf, legacy, type McpServer, modern, serveMcp } from './support.ts';

let server: McpServer;
before(async () => {
  server = await serveMcp();
});
after(() => server.stop());

describedFromNow();
const pageText = (path: string): Promise<string> => server.context.site().pages.get(path)!.text();
const fetched = (values: object) => callTool(server, 'fetch', values);

describe('fetch', () => {
  test('takes a path, a URL, and what comes near to one', async () => {
    for (const path of [
      ...['/patterns/gate.md', 'patterns/gate.md', '/patterns/gate', ' /patterns/gate.md '],
      ...['/patterns/gate.md#how-to-run-it', '/patterns/gate.md?utm=1'],
      ...['http://catalog.test/patterns/gate.md', 'http://localhost:8080/patterns/gate.md'],
    ])
      assert.equal((await fetched({ path })).content[0]!.text, await pageText('/patterns/gate.md'), path);
    assert.equal(
      (await fetched({ path: '/patterns/' })).content[0]!.text,
      await pageText('/patterns/index.md'),
    );
    assert.equal((await fetched({ path: '/' })).content[0]!.text, await pageText('/'));
  });

  test('takes an alias of a pattern, and `id` for `path`', async () => {
    const text = await pageText('/patterns/tool-loop.md');
    assert.equal((await fetched({ path: '/patterns/agent-loop.md' })).content[0]!.text, text);
    assert.equal((await fetched({ id: '/patterns/tool-loop.md', surplus: true })).content[0]!.text, text);
  });

  test('reads the starters for a task class, and no others for an unknown one', async () => {
    const path = '/starters/index.md?task_class=coding.bug_fix';
    assert.equal((await fetched({ path })).content[0]!.text, await pageText(path));
    assert.equal((await fetched({ path: '/starters/index.md?task_class=coding.nope' })).isError, true);
  });

  test('reads a team without a version, and its files, as the newest active one', async () => {
    const newest = '/starters/solo-mender/1.0.0.md';
    for (const path of ['/starters/solo-mender.md', '/starters/solo-mender'])
      assert.equal((await fetched({ path })).content[0]!.text, await pageText(newest), path);
    assert.equal(
      (await fetched({ path: '/exports/codex/solo-mender.md' })).content[0]!.text,
      await pageText('/exports/codex/solo-mender/1.0.0.md'),
    );
    assert.equal((await fetched({ path: '/starters/nobody.md' })).isError, true);
  });

  test('says what was probably meant, and where to begin', async () => {
    const { isError, content } = await fetched({ path: '/patterns/gaet.md' });
    assert.equal(isError, true);
    assert.match(content[0]!.text, /Did you mean `\/patterns\/gate\.md`\?.*llms\.txt/);
    assert.equal((await fetched({ path: 'https://elsewhere.example/patterns/gate.md' })).isError, true);
    assert.equal((await fetched({})).isError, true);
  });

  test('gives a long page in parts that put together are the page, and says so', async () => {
    const body = Buffer.from(`# Long\n\n${'Grüße 🙂 '.repeat(8000)}\n`);
    const long = await serveSite(site => withPage(site, '/long.md', body));
    const parts: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const { content } = await callTool(long, 'fetch', { path: '/long.md', offset });
      assert.ok(Buffer.byteLength(content[0]!.text) <= 40 * 1024);
      parts.push(content[0]!.text);
      assert.match(content[1]!.text, new RegExp(`^Bytes ${offset} to \\d+ of ${body.length}`));
      const next = /offset (\d+)\.$/.exec(content[1]!.text)?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    assert.equal(parts.join(''), body.toString('utf8'));
    assert.ok(parts.length > 2);
    const past = await callTool(long, 'fetch', { path: '/long.md', offset: body.length });
    assert.match(past.content[0]!.text, /past the end/);
    await long.stop();
  });
});

describe('get_pattern', () => {
  const named = (pattern: string) => callTool(server, 'get_pattern', { pattern });

  test('takes a slug, an alias, a title or a path, however they are written', async () => {
    for (const name of ['tool-loop', 'agent-loop', 'Tool Loop', 'TOOL_LOOP', '/patterns/tool-loop.md'])
      assert.equal((await named(name)).content[0]!.text, await pageText('/patterns/tool-loop.md'), name);
  });

  test('suggests a name that is near', async () => {
    const { isError, content } = await named('tool-lop');
    assert.equal(isError, true);
    assert.match(content[0]!.text, /Did you mean `tool-loop`\?/);
  });

  test('suggests an alias that is near, since a pattern is known by several names', async () => {
    const { content } = await named('agent-lop');
    assert.match(content[0]!.text, /Did you mean `agent-loop`\?/);
  });

  test('gives patterns alone', async () => {
    assert.equal((await named('index')).isError, true);
    assert.equal((await named('../domains/coding')).isError, true);
  });
});

describe('list_starters', () => {
  test('lists all, a line each, or those for a task class', async () => {
    for (const values of [{}, { task_class: 'coding.bug_fix' }, { task_class: ' Coding.Bug_Fix ' }]) {
      const { content } = await callTool(server, 'list_starters', values);
      assert.match(
        content[0]!.text,
        /^- .+ \/starters\/solo-mender\/1\.0\.0\.md \(\d+ tokens\) for coding\.bug_fix.*: .+$/m,
      );
      assert.equal(content[0]!.text.includes('/tasks/coding.bug_fix.md'), 'task_class' in values);
    }
  });

  test('says that there is none, where there is none', async () => {
    const { isError, content } = await callTool(server, 'list_starters', {
      task_class: 'research.deep_question',
    });
    assert.equal(isError, undefined);
    assert.match(content[0]!.text, /^No starter is made for research\.deep_question\./);
  });

  test('names the task classes that there are', async () => {
    const { isError, content } = await callTool(server, 'list_starters', { task_class: 'coding.bugfix' });
    assert.equal(isError, true);
    assert.match(content[0]!.text, /Did you mean `coding\.bug_fix`\? Valid: .*coding\.bug_fix/);
  });
});

describe('search', () => {
  test('gives path, title, kind, size and one line why, a result each', async () => {
    const { content } = await callTool(server, 'search', { query: 'check before anything leaves', limit: 2 });
    assert.equal(content.length, 1);
    assert.match(
      content[0]!.text,
      /^No task class fits these words\. .+\n1\. .+ \(\w+\) \/\S+ \d+ tokens\n {3}.+\n2\. /,
    );
    assert.equal(content[0]!.text.split('\n').length, 5);
  });

  test('says what is missing or wrong, and what would be right', async () => {
    for (const [values, expected] of [
      [{}, /query: missing \(Such as: /],
      [{ query: 'x', kind: 'recipe' }, /kind: .*"pattern"\|"starter"/],
      [{ query: 5 }, /query: .*expected string/],
    ] as const)
      assert.match((await callTool(server, 'search', values)).content[0]!.text, expected);
  });

  test('refuses a kind and a task class that there are not, and a limit out of bounds', async () => {
    for (const values of [
      { kind: 'recipe' },
      { task_class: 'coding.nope' },
      { limit: 0 },
      { limit: 21 },
      { query: '' },
    ])
      assert.equal(
        (await callTool(server, 'search', { query: 'x', ...values })).isError,
        true,
        JSON.stringify(values),
      );
  });
});

describe('results', () => {
  test('hold content alone: nothing that would hide it', async () => {
    for (const name of ['search', 'list_starters', 'fetch', 'get_pattern']) {
      const values = { query: 'gate', path: '/patterns/gate.md', pattern: 'gate' };
      const { result } = (await modern(server, 'tools/call', { name, arguments: values })).json;
      assert.deepEqual(Object.keys(result).sort(), ['_meta', 'content', 'resultType'], name);
    }
  });
});

describe('the catalog', () => {
  test('may be swapped: the next call finds the new pages, and the server its new name', async () => {
    let swapped = false;
    const other = Buffer.from(JSON.stringify({ name: 'org.example/other', version: '9.9.9' }));
    const changing = await serveSite(site =>
      swapped ? withPage(withPage(site, '/new.md', Buffer.from('New.')), '/mcp/server-card', other) : site,
    );
    assert.equal((await callTool(changing, 'fetch', { path: '/new.md' })).isError, true);
    swapped = true;
    assert.equal((await callTool(changing, 'fetch', { path: '/new.md' })).content[0]!.text, 'New.');
    const { result } = (await legacy(changing, 'initialize', { protocolVersion: '2025-11-25' })).json;
    assert.deepEqual(result.serverInfo, { name: 'org.example/other', version: '9.9.9' });
    await changing.stop();
  });
});

/** Serves the small catalog as a function changes it on every look. */
async function serveSite(change: (site: Site) => Site): Promise<{ address: string; stop(): Promise<void> }> {
  const fixed = await contextOf(exampleDist());
  let last: Site | undefined;
  const context: McpContext = {
    ...fixed,
    site: () => {
      const changed = change(fixed.site());
      // One object for one state, as the holder of the catalog has it.
      if (last === undefined || last.pages.size !== changed.pages.size) last = changed;
      return last;
    },
  };
  const http = createServer(mcpEndpoint(context));
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    stop: () => new Promise(resolve => http.close(() => resolve())),
  };
}

/** A site with one page more. */
function withPage(site: Site, path: string, body: Buffer): Site {
  const entry: PageEntry = {
    ...{ path, kind: 'doc', title: path, listed: true, tokens: 1 },
    ...{ file: path.slice(1), size: body.length, media_type: 'text/markdown; charset=utf-8' },
    digest: createHash('sha256').update(body).digest('hex'),
  };
  const kept = new LRUCache<string, Representation>({ max: 10 });
  const page = new SitePage(entry, { baseUrl: site.baseUrl, common: [] }, async () => body, kept);
  const get = (each: string) => (each === path ? page : site.pages.get(each));
  return { ...site, pages: { ...site.pages, get, size: site.pages.size + 1 } };
}

describe('the description of a tool', () => {
  test('says in its first 160 characters what it is for, since clients show no more', () => {
    for (const { definition } of [...tools, ...openAiTools]) {
      const { name, description = '' } = definition;
      const first = /^.+?[.:](?=\s)/.exec(description)?.[0] ?? '';
      assert.ok(first.length > 20 && first.length <= 160, `${name}: ${first}`);
      assert.match(first, /^(?:Finds|Reads|Lists|Reports) /, name);
      assert.ok(description.length <= 1024, name);
    }
  });
});

describe('the likely task', () => {
  test('and what its teams are as files do not depend on how many results are shown', async () => {
    const query = 'fix a defect';
    const firstOf = async (values: object) =>
      (await callTool(server, 'search', { query, ...values })).content[0]!.text.split('\n')[0];
    const likely = await firstOf({});
    assert.match(likely!, /^Likely task: /);
    for (const values of [{ limit: 1 }, { limit: 2 }, { limit: 20 }])
      assert.equal(await firstOf(values), likely, JSON.stringify(values));
    const found = (await callTool(server, 'search', { query, kind: 'starter' })).content[0]!.text;
    assert.match(found, /\/exports\/\{target\}\/\{name\}\.md/);
    assert.match((await callTool(server, 'list_starters', {})).content[0]!.text, /\/exports\/index\.md/);
  });
});
