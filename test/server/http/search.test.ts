/** Search over plain HTTP: the ranking of the MCP tool, paged, and every mistake named. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import LinkHeader from 'http-link-header';
import { publishedSchema } from '#document/kind/kind.ts';
import { searchResults } from '#document/kind/search-results.ts';
import { readDocument } from '#document/text/front-matter.ts';
import type { RunningServer } from '../../../server/process/server.ts';
import { type Answer, freeTraffic, send, serve } from '../../support/server.ts';
import { anyText } from '../../support/text.ts';
import { callTool } from '../mcp/support.ts';

let server: RunningServer;
before(async () => {
  server = await serve();
});
after(() => server.stop());

interface Found {
  query: string;
  total: number;
  facets: Record<string, { name: string; count: number }[]>;
  results: { path: string; evidence?: object }[];
}

const ask = (query: string, options = {}): Promise<Answer> => send(server, `/search.md?${query}`, options);

/** The front matter of an answer, which follows its schema. */
function read({ status, body }: Answer): Found {
  assert.equal(status, 200, body.toString());
  const reading = readDocument(body.toString('utf8'));
  assert.ok(reading.ok, JSON.stringify(reading));
  const parsed = publishedSchema(searchResults as never).safeParse(reading.document.value);
  assert.ok(parsed.success, JSON.stringify(parsed.error?.issues));
  return parsed.data as unknown as Found;
}

const paths = async (query: string) => read(await ask(query)).results.map(({ path }) => path);

describe('an answer', () => {
  test('has the pages that the MCP tool finds, in its order', async () => {
    const question = 'a check before anything leaves';
    const { content } = await callTool(server, 'search', { query: question });
    const found = [...content[0]!.text.matchAll(/^\d+\. .*?\) (\/\S+) \d+ tokens$/gm)].map(each => each[1]);
    assert.ok(found.length > 2);
    assert.deepEqual(await paths(`q=${encodeURIComponent(question)}`), found);
  });

  test('names the likely task and how a team is got as files, however many results are shown', async () => {
    const likely = async (query: string) =>
      /^Likely task: .*$/m.exec((await ask(`q=fix+a+defect&${query}`)).body.toString())?.[0];
    const first = await likely('');
    assert.match(String(first), /coding\.bug_fix/);
    for (const limit of [1, 2, 20]) assert.equal(await likely(`limit=${limit}`), first, String(limit));
    assert.match((await ask('q=fix+a+defect&kind=starter')).body.toString(), /\/exports\/\{target\}\//);
    assert.doesNotMatch((await ask('q=check&kind=pattern')).body.toString(), /\/exports\//);
  });

  test('has each result once, in its front matter, and says where no task fits', async () => {
    const answer = await ask('q=check');
    const { results } = read(answer);
    const body = answer.body.toString().split('\n---\n').at(-1)!;
    assert.ok(results.length > 2);
    for (const { path } of results) assert.ok(!body.includes(`](${path})`), path);
    assert.match(body, /^No task class fits these words\. Begin with one agent/m);
  });

  test('counts what was found, and says what research found on a pattern', async () => {
    const { facets, total } = read(await ask('q=check&limit=20'));
    assert.deepEqual(Object.keys(facets), ['kind', 'domain', 'family', 'evidence']);
    assert.equal(
      facets.kind!.reduce((sum, { count }) => sum + count, 0),
      total,
    );
    assert.ok(facets.family!.some(({ name }) => name === 'critique'));
    const loop = read(await ask('q=tool+loop')).results.find(({ path }) => path === '/patterns/tool-loop.md');
    assert.deepEqual(loop?.evidence, { supports: 1, mixed: 0, against: 1 });
  });

  test('is narrowed by kind, domain and task class; what is empty narrows nothing', async () => {
    for (const path of await paths('q=check&kind=pattern')) assert.match(path, /^\/patterns\//);
    assert.ok(!(await paths('q=check&domain=research')).includes('/domains/coding.md'));
    const all = await paths('q=bugs');
    assert.deepEqual(await paths('q=bugs&kind=&domain=&task_class=&limit=&offset=&utm_source=x'), all);
    assert.ok((await paths('q=bugs&task_class=coding.bug_fix')).length > 0);
  });

  test('leads on and back by links, until every page was given once', async () => {
    const { results, total } = read(await ask('q=check&limit=20'));
    const seen: string[] = [];
    let next: string | undefined = 'q=check&limit=2';
    while (next !== undefined) {
      const answer = await ask(next);
      seen.push(...read(answer).results.map(({ path }) => path));
      const link = LinkHeader.parse(String(answer.headers.link));
      assert.equal(link.rel('prev').length, seen.length > 2 ? 1 : 0);
      next = link.rel('next')[0]?.uri.split('?')[1];
    }
    assert.equal(seen.length, total);
    assert.deepEqual(
      seen,
      results.map(({ path }) => path),
    );
    assert.equal(read(await ask('q=check&offset=100')).results.length, 0);
  });

  test('is one resource however it was asked for: cached, conditional, without a body for HEAD', async () => {
    const answer = await ask('limit=8&offset=0&q=%63heck');
    assert.equal(answer.headers['content-location'], '/search.md?q=check');
    assert.match(
      String(answer.headers.link),
      /<http:\/\/catalog\.test\/search\.md\?q=check>; rel="canonical"/,
    );
    assert.equal(answer.headers['cache-control'], 'public, max-age=300');
    const headers = { 'if-none-match': String(answer.headers.etag) };
    assert.equal((await ask('q=check', { headers })).status, 304);
    const head = await ask('q=check', { method: 'HEAD' });
    assert.deepEqual([head.status, head.body.length, head.headers.etag], [200, 0, answer.headers.etag]);
    const absolute = await send(server, 'http://catalog.test/search.md?q=check');
    assert.ok(absolute.body.equals(answer.body));
    assert.equal((await ask('q=check', { method: 'OPTIONS' })).status, 204);
    const posted = await ask('q=check', { method: 'POST' });
    assert.deepEqual([posted.status, posted.headers.allow], [405, 'GET, HEAD, OPTIONS']);
  });
});

describe('a mistake', () => {
  test('is 400 that names the parameter and what is valid', async () => {
    for (const [query, field, expected] of [
      ['kind=pattern', 'q', /It is missing/],
      ['q=', 'q', /It is missing/],
      ['q=a&q=b', 'q', /more than once/],
      ['query=a', 'query', /no such parameter.*Valid: q, kind/],
      ['q=a&limits=3', 'limits', /Did you mean `limit`/],
      ['q=a&kind=patern', 'kind', /Did you mean `pattern`\?.*Valid: .*starter/],
      ['q=a&domain=codng', 'domain', /Did you mean `coding`/],
      ['q=a&task_class=coding.bugfix', 'task_class', /Did you mean `coding\.bug_fix`/],
      ['q=a&limit=21', 'limit', /from 1 to 20/],
      ['q=a&offset=-1', 'offset', /from 0 to 100/],
      [`q=${'a'.repeat(2001)}`, 'q', /at most 2000/],
    ] as const) {
      const answer = await ask(query);
      const text = answer.body.toString();
      assert.equal(answer.status, 400, query);
      const reading = readDocument(text);
      const { errors } = (reading.ok ? reading.document.value : {}) as { errors: { field: string }[] };
      assert.equal(errors[0]?.field, field);
      assert.match(text, expected);
    }
    assert.equal((await ask(`q=${'%27'.repeat(670)}`)).status, 200);
    for (const query of [`q=${"'".repeat(1500)}`, `q=a${'&'.repeat(2100)}`, 'q=%ff', 'q=%', 'q=%00'])
      assert.equal((await ask(query)).status, 400, query);
  });

  test('never breaks an answer, whatever is asked', async () => {
    const name = fc.oneof(
      fc.constantFrom('q', 'kind', 'domain', 'task_class', 'limit', 'offset'),
      fc.string(),
    );
    const query = fc.array(fc.tuple(name, anyText()), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(query, anyText({ minLength: 1, maxLength: 200 }), async (more, q) => {
        const parameters = new URLSearchParams([['q', q.toWellFormed?.() ?? q], ...more]);
        const answer = await ask(String(parameters));
        if (answer.status === 200) read(answer);
        else assert.equal(answer.status, 400);
      }),
      { numRuns: 150 },
    );
  });

  test('of asking too often is 429', async context => {
    const strict = await serve({ traffic: { ...freeTraffic, mcpRequestsPerMinute: 2 } });
    context.after(() => strict.stop());
    const statuses: number[] = [];
    for (let at = 0; at < 3; at += 1) statuses.push((await send(strict, '/search.md?q=gate')).status);
    assert.deepEqual(statuses, [200, 200, 429]);
  });
});

test('without a question the address says how to ask one', async () => {
  for (const target of ['/search.md', '/search.md?', '/search.md?utm_source=x']) {
    const answer = await send(server, target);
    assert.equal(answer.status, 200, target);
    assert.match(answer.body.toString(), /\| `q` \| the task or question/);
  }
});
