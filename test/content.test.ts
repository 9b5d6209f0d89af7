/**
 * The content itself: it builds without a message, holds what was promised, and leads an agent with a task from `/llms.txt` to
 * a starter that it can use, for few tokens.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { z } from 'zod';
import { domainNames } from '#document/kind/field.ts';
import type { formationFields } from '#document/kind/topology.ts';
import type { task as taskKind } from '#document/message/index.ts';
import { readDocument } from '#document/text/front-matter.ts';
import type { Manifest, PageEntry } from '#document/text/manifest.ts';
import { baseUrl, catalogDist, manifestIn } from './support/shared.ts';

// It builds without a message, or this throws them.
const distDir = catalogDist();
const manifest: Manifest = manifestIn(distDir);

const redirects = new Map(manifest.redirects.map(({ path, to }) => [path, to]));

const ofKind = (kind: string): PageEntry[] => manifest.pages.filter(page => page.kind === kind);

function page(path: string): PageEntry {
  const found = manifest.pages.find(entry => entry.path === path);
  assert.ok(found, `${path} is a page`);
  return found;
}

const textOf = (entry: PageEntry): string => readFileSync(join(distDir, entry.file), 'utf8');

/** The names of starters or formations, whatever number of versions they have. */
const namesOf = (kind: string): Set<string> =>
  new Set(ofKind(kind).map(({ path }) => path.replace(/\/[^/]+$/, '')));

test('every domain of the vocabulary has its page', () => {
  assert.deepEqual(
    ofKind('domain')
      .map(({ path }) => path)
      .sort(),
    domainNames.map(name => `/domains/${name}.md`).sort(),
  );
});

test('the catalog holds at least 35 starters and 5 formations', () => {
  assert.ok(namesOf('starter').size >= 35, `${namesOf('starter').size} starters`);
  assert.ok(namesOf('formation').size >= 5, `${namesOf('formation').size} formations`);
});

test('the research index says of each record how well it was read, unless the full text was', () => {
  const index = textOf(page('/research/index.md'));
  for (const record of ofKind('research_record')) {
    const grade = /^grade: (\w+)$/m.exec(textOf(record))![1]!;
    const line = index.split('\n').find(each => each.includes(`(${record.path})`));
    assert.ok(line, record.path);
    assert.equal(/ \((abstract|reported)\)$/.exec(line)?.[1] ?? 'read', grade, record.path);
  }
});

test('every pattern and domain has its findings page, and every task its list of starters', () => {
  for (const { path } of [...ofKind('pattern'), ...ofKind('domain')])
    page(path.replace(/\.md$/, '/findings.md'));
  for (const domain of ofKind('domain')) {
    for (const task of tasksOf(domain)) page(`/starters/index.md?task_class=${task}`);
  }
});

/** The tasks that a domain page declares, as task classes. */
function tasksOf(domain: PageEntry): string[] {
  const name = /([^/]+)\.md$/.exec(domain.path)![1]!;
  const declared = /^tasks:\n((?: .*\n)+)/m.exec(textOf(domain))![1]!;
  return [...declared.matchAll(/^ {2}- name: (\w+)$/gm)].map(match => `${name}.${match[1]}`);
}

test('every task says what to begin with, which is one agent, a pattern or a starter', () => {
  for (const domain of ofKind('domain')) {
    const tasks = tasksOf(domain).map(task => task.split('.')[1]!);
    const text = textOf(domain);
    const listed = [...text.matchAll(/^- `(\w+)`: (.+)$/gm)];
    const entries = [...text.matchAll(/^### (\w+)\n\nBegin with (?:one agent, )?(.+)$/gm)];
    const said = new Map([...listed, ...entries].map(([, task, line]) => [task!, line]));
    assert.deepEqual([...said.keys()].sort(), tasks.sort(), domain.path);
    for (const [task, line] of said) {
      const [, begin] = /^\[?([\w -]+?)\]?(?:\(\S+\))?\. \S/.exec(line!) ?? [];
      assert.ok(begin, `${domain.path}, ${task}: ${line}`);
      assert.ok(begin === 'one agent' || named(domain).has(begin), `${domain.path} links ${begin}`);
    }
  }
});

/** The names of the patterns and starters that a page links to. */
const named = (entry: PageEntry): Set<string> =>
  new Set(linksIn(entry).flatMap(path => /^\/(?:patterns|starters)\/([^/.]+)/.exec(path)?.[1] ?? []));

test('every pattern has an example, its price and a way in which it fails', () => {
  for (const pattern of ofKind('pattern'))
    for (const heading of ['Example', 'What it costs', 'How it fails'])
      assert.ok(textOf(pattern).includes(`\n## ${heading}\n`), `${pattern.path}: ${heading}`);
});

test('every domain links a worked example', () => {
  for (const name of domainNames)
    assert.ok(linksIn(page(`/domains/${name}.md`)).includes(`/guides/example-${name}.md`), name);
});

test('every starter of several agents names a control, whose budget the build has compared', () => {
  const versions = ofKind('starter').filter(({ artifact }) => artifact!.status === 'active');
  assert.ok(versions.length >= 35, `${versions.length} active starters`);
  for (const version of versions) {
    const text = textOf(version);
    const isTeam = !/max_agents: 1\b/.test(text);
    assert.equal(/^control: \S+$/m.test(text), isTeam, version.path);
  }
});

test('the newest version of every starter and formation says what a runtime needs', () => {
  const versions = [...ofKind('starter'), ...ofKind('formation')];
  // Search offers the newest only.
  const newest = versions.filter(({ search }) => search);
  assert.ok(newest.length >= 40, `${newest.length} versions`);
  for (const version of newest) {
    const parsed = readDocument(textOf(version));
    assert.ok(parsed.ok);
    const { roles, edges, loops, artifacts, outputs } = parsed.document.value as unknown as Needs;
    assert.ok(artifacts && outputs, version.path);
    for (const role of roles) {
      assert.ok(role.performed_by, `${version.path} ${role.id}`);
      assert.equal(
        role.interface !== undefined,
        role.performed_by === 'program',
        `${version.path} ${role.id}`,
      );
    }
    const returns = edges.some(({ from, to }) => edges.some(other => other.from === to && other.to === from));
    assert.ok(!returns || loops, version.path);
  }
});

type Needs = Pick<
  z.infer<z.ZodObject<typeof formationFields>>,
  'roles' | 'edges' | 'loops' | 'artifacts' | 'outputs'
>;

const linksIn = (entry: PageEntry): string[] =>
  [
    ...textOf(entry)
      .replaceAll(`](${baseUrl}/`, '](/')
      .matchAll(/\]\((\/[^)\s]+)\)/g),
  ].map(match => match[1]!);

/** The most tokens that a journey may cost. */
const journeyLimit = 5700;

for (const name of domainNames) {
  test(`an agent with a task in ${name} comes from /llms.txt to any starter or formation for at most ${journeyLimit} tokens`, t => {
    const entrance = page('/llms.txt');
    const domain = page(`/domains/${name}.md`);
    assert.ok(linksIn(entrance).includes(domain.path), 'llms.txt links to the domain');
    const costs = linksIn(domain)
      .filter(path => /^\/(?:starters\/[^/]+|formations\/[^/]+\/[^/]+)\/[^/]+\.md$/.test(path))
      .map(path => page(path))
      .map(starter => ({ starter, tokens: total([entrance, domain, starter]) }));
    assert.ok(costs.length > 0, 'the domain links to a starter');
    const longest = costs.reduce((a, b) => (b.tokens > a.tokens ? b : a));
    t.diagnostic(
      `${longest.tokens} tokens: llms.txt ${entrance.tokens}, domain ${domain.tokens}, ` +
        `${longest.starter.path} ${longest.starter.tokens}`,
    );
    assert.ok(longest.tokens <= journeyLimit, `${longest.tokens} tokens`);
  });
}

test('every export leads to the page of each task of its team, and says with what to compare it', () => {
  for (const version of ofKind('starter').filter(
    ({ search, artifact }) => search && artifact?.status === 'active',
  )) {
    const made = page(version.path.replace('/starters/', '/exports/claude-code/'));
    const tasks = version.search!.task_classes!.map(placeOf);
    for (const task of tasks) assert.ok(linksIn(made).includes(task), `${made.path} ${task}`);
    const isTeam = !/max_agents: 1\b/.test(textOf(version));
    assert.equal(
      /^Compare the team with its control|^The team names no control/m.test(textOf(made)),
      isTeam,
      made.path,
    );
  }
});

/** Where a task class is described. */
const placeOf = (taskClass: string): string => {
  const path = `/tasks/${taskClass}.md`;
  return redirects.get(path) ?? path;
};

test('every task has a page that says what it rests on, or an entry on the page of its domain', () => {
  const listed = ofKind('index')
    .filter(({ path }) => path.startsWith('/tasks/index'))
    .flatMap(linksIn);
  for (const domain of ofKind('domain')) {
    for (const task of tasksOf(domain)) {
      const path = placeOf(task);
      assert.ok(listed.includes(path), path);
      if (path.includes('#')) {
        assertEntry(domain, task);
        continue;
      }
      const parsed = readDocument(textOf(page(path)));
      assert.ok(parsed.ok);
      const value = parsed.document.value as unknown as z.infer<typeof taskKind.fields>;
      const cases = value.team_pays_when.length + value.team_does_not_pay_when.length;
      assert.equal(value.confidence === 'none', cases === 0, path);
      assert.ok(value.confidence !== 'evidence' || value.sources.length > 0, path);
      for (const source of value.sources) page(`/research/${source}.md`);
      for (const starter of [value.starter, value.control])
        if (starter) assert.equal(page(starter).artifact?.status, 'active', path);
      const { body } = parsed.document;
      assert.equal(
        /Compared with one agent, a team spent[ :]/.test(body),
        value.token_multiple !== undefined,
        path,
      );
      assert.ok(body.includes('a test on 20 cases shows this in only 45 of 100 tries.'), path);
      const headings = [...body.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
      assert.deepEqual(
        headings.filter(heading => heading !== 'Findings on this task'),
        [
          ...['What to do first', 'What it costs', 'When to change', 'How to see whether it helped'],
          ...['When a team is worth it', 'When it is not'],
        ],
        path,
      );
    }
  }
});

/** A task about which nothing is stated beyond its default: what to do first stands on the page of its domain, and its address leads there. */
function assertEntry(domain: PageEntry, task: string): void {
  const name = task.split('.')[1]!;
  const [, entry = ''] = textOf(domain).split(`\n### ${name}\n\n`);
  assert.match(entry, /^Begin with [^\n]+\n\nIf [^\n]+\.\n/, task);
  assert.equal(redirects.get(`/tasks/${task}.html`), placeOf(task).replace('.md', '.html'));
  assert.ok(domain.search!.tasks!.find(each => each.name === name)!.begin, task);
}

test('the list of a task begins with the starter that the domain names', () => {
  for (const domain of ofKind('domain')) {
    const said = [...textOf(domain).matchAll(/^- `(\w+)`: ([a-z-]+)\. /gm)];
    for (const [, task, begin] of said) {
      const list = page(`/starters/index.md?task_class=${/(\w+)\.md$/.exec(domain.path)![1]}.${task}`);
      assert.match(
        linksIn(list).filter(path => /\d\.md$/.test(path))[0]!,
        new RegExp(`^/starters/${begin}/`),
        list.path,
      );
    }
  }
});

test('the starters of a task are listed with what a run costs', () => {
  const list = textOf(page('/starters/index.md?task_class=coding.bug_fix'));
  assert.match(list, /Begin with solo-coder\./);
  assert.match(
    list,
    /Control: solo-coder\. A run uses at most 300 calls, 6M tokens read and 0\.33M written \(\$7\.65, or \$3\.33 with caching\)\./,
  );
});

const total = (pages: readonly PageEntry[]): number => pages.reduce((sum, { tokens }) => sum + tokens, 0);

test('every starter has an example with an input and a good output, and each of several agents names its control', () => {
  const examples = ['/guides/starter-examples.md', '/guides/starter-examples-one-agent.md']
    .map(path => textOf(page(path)))
    .join('\n');
  const starters = new Set(
    ofKind('starter').flatMap(({ path }) => /^\/starters\/[^/]+(?=\/\d)/.exec(path) ?? []),
  );
  assert.ok(starters.size >= 35, `${starters.size} starters`);
  for (const name of starters) {
    const versions = ofKind('starter').filter(({ path }) => path.startsWith(`${name}/`));
    const slug = name.replace('/starters/', '');
    const example = examples.split(/^### /m).find(section => section.startsWith(`${slug}\n`));
    assert.match(example ?? '', /\*\*Input:\*\* .*\*\*Good:\*\* /s, slug);
    const newest = textOf(versions.at(-1)!);
    assert.match(newest, /^patterns: \[?\S/m, slug);
    if (!/\bmax_agents: 1\b/.test(newest)) assert.match(newest, /^control: \S/m, slug);
  }
});
