/**
 * The catalog over MCP: every page is what HTTP serves, the tools are cheap to know, and a task in plain words leads to the
 * right pattern and starter for few tokens.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { maxPartBytes } from '../../../server/mcp/tool/page-result.ts';
import type { RunningServer } from '../../../server/process/server.ts';
import { columns, finish } from '../../client/client.ts';
import { isLarge, someOf } from '../../support/large.ts';
import { send, serve } from '../../support/server.ts';
import { catalogDist, manifestIn } from '../../support/shared.ts';
import { callTool, legacy, modern } from './support.ts';

const root = join(import.meta.dirname, '../../..');

/** Tasks in plain words. A set that search was tuned on shows only that nothing got worse; how good search is, the others say. */
interface TaskSet<Task> {
  tuned: boolean;
  tasks: ({ task: string } & Task)[];
}

/** The sets of a folder of `test/fixture/`, by the name of their file. */
function setsIn<Task>(folder: string): [name: string, set: TaskSet<Task>][] {
  const path = join(root, 'test/fixture', folder);
  return readdirSync(path).map(name => [name, JSON.parse(readFileSync(join(path, name), 'utf8'))]);
}

/** Sets whose tasks name the patterns, and where they can the starters, of which search must find one. */
const searchSets = setsIn<{ patterns: string[]; starters?: string[] }>('search');

let server: RunningServer;
let paths: string[];
const distDir = catalogDist();
before(async () => {
  paths = manifestIn(distDir).pages.map(({ path }) => path);
  server = await serve({ distDir });
});
after(() => server.stop());

/** The paths that a search lists, in their order. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/^\d+\. .*?\) (\/\S+) \d+ tokens$/gm)].map(match => match[1]!);

const search = async (query: string, more: object = {}): Promise<{ text: string; paths: string[] }> => {
  const { content } = await callTool(server, 'search', { query, ...more });
  return { text: content[0]!.text, paths: pathsIn(content[0]!.text) };
};

describe('every page', () => {
  test('is fetched byte for byte as HTTP serves it, in parts when it is long', async () => {
    assert.ok(paths.length > 400);
    const { pages } = manifestIn(distDir);
    const long = pages.flatMap(({ path, size }) => (size > maxPartBytes ? [path] : [])).slice(0, 5);
    assert.ok(long.length > 0);
    const some = new Set([...long, ...someOf(paths, 150)]);
    for (const path of some) {
      const served = (await send(server, path, { headers: { 'user-agent': 'Mozilla/5.0' } })).body;
      const parts: Buffer[] = [];
      for (let offset = 0; offset === 0 || offset < served.length; offset += maxPartBytes) {
        const { content, isError } = await callTool(server, 'fetch', { path, offset });
        const [{ text, resource }] = content as [(typeof content)[number]];
        assert.ok(!isError, `${path}: ${text}`);
        parts.push(resource ? Buffer.from(resource.blob, 'base64') : Buffer.from(text));
      }
      assert.ok(Buffer.concat(parts).equals(served), path);
    }
  });
});

describe('resources', () => {
  const list = async (): Promise<{ uri: string; name: string }[]> => {
    const { result } = (await legacy(server, 'resources/list')).json;
    assert.equal(result.nextCursor, undefined, 'the first part holds all, since some clients read no other');
    return result.resources;
  };

  test('are listed where a reader begins: domains, tasks, patterns, newest starters and guides', async () => {
    const names = (await list()).map(({ name }) => name);
    const family = /^\/(?:domains|tasks|patterns|starters|guides)\/(?!index)[^/]+(?:\/[\d.]+)?\.md$/;
    assert.deepEqual(
      names.filter(name => !family.test(name)),
      [],
    );
    const patterns = paths.filter(path => /^\/patterns\/(?!index)[^/]+\.md$/.test(path));
    assert.deepEqual(names.filter(name => name.startsWith('/patterns/')).sort(), patterns.sort());
    const starters = names.filter(name => name.startsWith('/starters/')).map(name => name.split('/')[2]);
    assert.equal(new Set(starters).size, starters.length);
    const tasks = paths.filter(path => /^\/tasks\/(?!index)[^/]+\.md$/.test(path));
    assert.ok(tasks.length >= 45);
    assert.deepEqual(names.filter(name => name.startsWith('/tasks/')).sort(), tasks.sort());
  });

  test('cost a client that lists them all less than 80 KB', async () => {
    const { length } = JSON.stringify(await list());
    assert.ok(length < 80_000, `${length} bytes`);
  });

  test('have the bytes that HTTP serves, listed or not', async () => {
    const { origin } = new URL((await list())[0]!.uri);
    for (const path of someOf(paths, 60)) {
      const served = await send(server, path, { headers: { 'user-agent': 'Mozilla/5.0' } });
      const { result } = (await legacy(server, 'resources/read', { uri: origin + path })).json;
      const [{ text, blob }] = result.contents;
      assert.ok(served.body.equals(blob ? Buffer.from(blob, 'base64') : Buffer.from(text)), path);
    }
  });

  test('that are not listed are found by the templates', async () => {
    const { resourceTemplates } = (await legacy(server, 'resources/templates/list')).json.result;
    const templates: string[] = resourceTemplates.map((each: { uriTemplate: string }) => each.uriTemplate);
    const complete = async (end: string, name: string, value: string, others = {}) => {
      const uri = templates.find(template => template.endsWith(end))!;
      const params = {
        ref: { type: 'ref/resource', uri },
        argument: { name, value },
        context: { arguments: others },
      };
      return (await legacy(server, 'completion/complete', params)).json.result.completion;
    };
    const starter = '/starters/{name}/{version}.md';
    const versions = paths.flatMap(path => /^\/starters\/solo-coder\/(.+)\.md$/.exec(path)?.[1] ?? []);
    assert.ok(versions.length > 1);
    assert.deepEqual((await complete(starter, 'version', '', { name: 'solo-coder' })).values, versions);
    assert.deepEqual((await complete(starter, 'name', 'solo-cod')).values, ['solo-coder']);
    assert.deepEqual((await complete('/domains/{domain}.md', 'domain', 'inde')).values, []);
    assert.deepEqual((await complete('/{+path}', 'path', 'trust')).values, [
      ...['trust/keys.html', 'trust/keys.md', 'docs/trust.html', 'docs/trust.md'],
      ...['tasks/security.untrusted_content.html', 'tasks/security.untrusted_content.md'],
    ]);
    const digests = await complete('/artifacts/sha256/{digest}.md', 'digest', '');
    assert.ok(digests.total > 10);
  });
});

test('clients of other people that are at hand go through every step', async () => {
  const programs = ['sdk-1.mjs', 'sdk-2.mjs', 'sdk-2.mjs auto', 'openai-agents.mjs'];
  const outcomes = await Promise.all(
    programs.map(async program => {
      const [name, ...args] = program.split(' ');
      const script = join(root, 'test/client/program', name!);
      const env = process.env as Record<string, string>;
      const { output } = await finish(process.execPath, [script, `${server.address}/mcp`, ...args], {
        cwd: root,
        env,
      });
      return JSON.parse(output.split('\n').find(line => line.startsWith('{'))!);
    }),
  );
  for (const outcome of outcomes)
    for (const column of columns)
      assert.equal(outcome[column], 'yes', `${column}: ${JSON.stringify(outcomes)}`);
});

describe('the tools', () => {
  test('cost less than 1,500 tokens to list', async () => {
    const { result } = (await legacy(server, 'tools/list')).json;
    const tokens = countTokens(JSON.stringify(result.tools));
    assert.ok(tokens < 1500, `${tokens} tokens`);
  });

  test('are listed with all four hints, short descriptions and no output schema', async () => {
    const { tools } = (await modern(server, 'tools/list')).json.result;
    assert.ok(tools.length >= 5);
    for (const tool of tools) {
      assert.deepEqual(Object.keys(tool.annotations).sort(), [
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
      assert.ok(Buffer.byteLength(tool.description) < 1024, tool.name);
      assert.equal(tool.outputSchema, undefined);
      assert.equal(tool.annotations.readOnlyHint, tool.name !== 'report_outcome');
    }
  });

  test('are introduced in less than 2 KB', async () => {
    const { result } = (await legacy(server, 'initialize', { protocolVersion: '2025-11-25' })).json;
    assert.ok(Buffer.byteLength(result.instructions) < 2048);
  });
});

describe('a task in plain words', () => {
  for (const [name, { tasks }] of searchSets) {
    // The largest set takes longer than all others.
    if (tasks.length > 150 && !isLarge) continue;
    test(`finds an acceptable pattern among the first three results for nine tasks in ten (${name})`, async () => {
      const missed: string[] = [];
      for (const { task, patterns } of tasks) {
        const first = (await search(task)).paths.slice(0, 3);
        if (!patterns.some(slug => first.includes(`/patterns/${slug}.md`))) missed.push(task);
      }
      assert.ok(missed.length <= tasks.length / 10, missed.join('\n'));
    });
  }

  for (const [name, { tasks }] of setsIn<{ defaults: string[] }>('default')) {
    test(`begins with the right default for nine tasks in ten (${name})`, async () => {
      const missed: string[] = [];
      for (const { task, defaults } of tasks) {
        const [, first] =
          /^(?:Likely task: .+?|No task class fits these words)\. Begin with (one agent|[a-z-]+)[.,;]/.exec(
            (await search(task)).text,
          ) ?? [];
        if (!defaults.includes(first === 'one agent' ? 'one_agent' : String(first))) missed.push(task);
      }
      assert.ok(missed.length <= tasks.length / 10, missed.join('\n'));
    });
  }

  test('leads to the right starter in at most three calls and 6,000 tokens', async () => {
    const tasks = searchSets
      .flatMap(([, { tuned, tasks }]) => (tuned ? [] : tasks))
      .filter(({ starters }) => starters);
    assert.ok(tasks.length >= 10);
    const missed: string[] = [];
    for (const { task, starters } of tasks) {
      const { text, paths } = await search(task);
      assert.ok(countTokens(text) < 600, `${task}: ${countTokens(text)} tokens`);
      const starter = paths.find(path => starters!.includes(path.split('/')[2] ?? ''));
      if (starter === undefined) {
        missed.push(task);
        continue;
      }
      const { content } = await callTool(server, 'fetch', { path: starter });
      const tokens = countTokens(text) + countTokens(content[0]!.text);
      assert.ok(tokens <= 6000, `${task}: ${tokens} tokens`);
    }
    assert.ok(missed.length / tasks.length <= 0.25, missed.join('\n'));
  });

  test('of starters leads to the pages that say whether a team is worth it', async () => {
    const listed = async (more: object) => (await callTool(server, 'list_starters', more)).content[0]!.text;
    assert.match(await listed({}), /^Whether a team is worth it for each task: \/tasks\/index\.md$/m);
    assert.match(await listed({ task_class: 'coding.bug_fix' }), / \/tasks\/coding\.bug_fix\.md$/m);
  });

  test('can be narrowed to a kind and to a task class', async () => {
    const starters = await search('fix a bug', { kind: 'starter', task_class: 'coding.bug_fix' });
    assert.ok(starters.paths.length > 0);
    for (const path of starters.paths) assert.match(path, /^\/starters\//);
    const unfit = await search('fix a bug', { task_class: 'documents.translation', kind: 'starter' });
    const both = unfit.paths.filter(path => starters.paths.includes(path));
    assert.deepEqual(both, []);
  });

  test('finds the pattern under a name that is written wrongly', async () => {
    for (const query of ['orchestrater workers', 'self consistncy vote', 'blackbord'])
      assert.ok(
        (await search(query)).paths.slice(0, 3).some(path => path.startsWith('/patterns/')),
        query,
      );
  });

  test('that names a page finds just this one first', async () => {
    for (const [query, path] of [
      ['react', '/patterns/react-loop.md'],
      ['Debate', '/patterns/multi-agent-debate.md'],
      ['mixture_of_agents', '/patterns/mixture-of-agents.md'],
      ['/patterns/blackboard.md', '/patterns/blackboard.md'],
      ['aflow-2024', '/research/aflow-2024.md'],
      ['coding.bug_fix', '/tasks/coding.bug_fix.md'],
    ] as const)
      assert.equal((await search(query)).paths[0], path, query);
  });

  test('that nothing fits gets a way on', async () => {
    assert.match((await search('qqqq zzzz')).text, /^Nothing fits these words\./);
  });
});
