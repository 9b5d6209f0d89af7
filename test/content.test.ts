/**
 * The content itself: it builds without a message, holds what was promised, and leads an agent with a task from `/llms.txt` to
 * a starter that it can use, for few tokens.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { domainNames } from '#document/kind/field.ts';
import type { Manifest, PageEntry } from '#document/manifest.ts';
import { build } from '../build/build.ts';
import { testRing } from './keys.ts';
import { temporaryFolder } from './support/folder.ts';

const contentDir = join(import.meta.dirname, '../content');
const distDir = temporaryFolder();
let manifest: Manifest;

before(() => {
  const result = build({
    contentDir,
    distDir,
    baseUrl: 'https://catalog.example.org',
    keys: testRing(),
    logDir: temporaryFolder(),
  });
  assert.deepEqual(result.ok ? [] : result.messages, []);
  assert.ok(result.ok);
  manifest = result.manifest;
});

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

test('the catalog holds at least 20 starters and 5 formations', () => {
  assert.ok(namesOf('starter').size >= 20, `${namesOf('starter').size} starters`);
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

const linksIn = (entry: PageEntry): string[] =>
  [...textOf(entry).matchAll(/\]\((\/[^)\s]+)\)/g)].map(match => match[1]!);

/** What a journey may cost at most. */
const journeyLimit = 6000;

for (const name of domainNames) {
  test(`an agent with a task in ${name} comes from /llms.txt to a starter for at most ${journeyLimit} tokens`, t => {
    const entrance = page('/llms.txt');
    const domain = page(`/domains/${name}.md`);
    assert.ok(linksIn(entrance).includes(domain.path), 'llms.txt links to the domain');
    assert.ok(
      textOf(entrance).includes('?task_class='),
      'llms.txt says how to ask for the starters of a task',
    );
    const costs = tasksOf(domain)
      .map(task => page(`/starters/index.md?task_class=${task}`))
      .flatMap(list =>
        linksIn(list)
          .filter(path => /^\/starters\/[^/]+\/[^/]+\.md$/.test(path))
          .map(path => ({ list, starter: page(path) })),
      )
      .map(({ list, starter }) => ({ list, starter, tokens: total([entrance, domain, list, starter]) }));
    assert.ok(costs.length > 0, 'a task of the domain has a starter');
    const dearest = costs.reduce((a, b) => (b.tokens > a.tokens ? b : a));
    const { list, starter } = dearest;
    t.diagnostic(
      `${dearest.tokens} tokens: llms.txt ${entrance.tokens}, domain ${domain.tokens}, ` +
        `${list.path} ${list.tokens}, ${starter.path} ${starter.tokens}`,
    );
    assert.ok(dearest.tokens <= journeyLimit, `${dearest.tokens} tokens`);
  });
}

const total = (pages: readonly PageEntry[]): number => pages.reduce((sum, { tokens }) => sum + tokens, 0);
