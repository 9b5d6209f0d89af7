/** A catalog of ten times the content: it builds, no list is cut off, and the way to a starter stays short. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { domainNames } from '#document/kind/field.ts';
import { readDocument } from '#document/text/front-matter.ts';
import type { PageEntry } from '#document/text/manifest.ts';
import { silent } from '../../scripts/support/progress.ts';
import { verify } from '../../scripts/verify/verify.ts';
import { memoryFolder } from '../support/folder.ts';
import { growContent } from '../support/grown.ts';
import { buildInto, manifestIn } from '../support/shared.ts';
import type { Campaign } from './campaign.ts';

/** The most tokens that an agent may read from `/llms.txt` until it opens a starter. */
const maxPath = 2600;

/** The most tokens of any page of a list. */
const maxList = 8500;

/** A built catalog, as its readers have it. */
class Grown {
  readonly pages: ReadonlyMap<string, PageEntry>;
  readonly #dist: string;
  readonly #baseUrl: string;

  constructor(dist: string) {
    this.#dist = dist;
    const { pages, base_url } = manifestIn(dist);
    this.#baseUrl = base_url;
    this.pages = new Map(pages.map(page => [page.path, page]));
  }

  tokens(path: string): number {
    const page = this.pages.get(path);
    assert.ok(page, `${path} is missing`);
    return page.tokens;
  }

  text(path: string): string {
    return readFileSync(join(this.#dist, this.pages.get(path)!.file), 'utf8');
  }

  /** The paths that a page links to. */
  links(path: string): string[] {
    const text = this.text(path).replaceAll(`](${this.#baseUrl}/`, '](/');
    return [...text.matchAll(/\]\((\/[^)#?]+)[^)]*\)/g)].map(found => found[1]!);
  }

  /** The pages of a list, in order, by the links to the next one. */
  list(path: string): string[] {
    const pages = [path];
    for (let at = path; ; ) {
      const next = /\[Next\]\(([^)]+)\)/.exec(this.text(at))?.[1];
      if (!next) return pages;
      assert.equal(
        this.pages.get(at)!.links?.some(link => link.startsWith(`<${next}>; rel="next"`)),
        true,
        at,
      );
      pages.push(next);
      at = next;
    }
  }
}

const isStarter = (page: PageEntry | undefined): boolean =>
  page?.kind === 'starter' && page.artifact?.status === 'active';

/** Every list names all of its kind, on pages of fair length. Gives the number of pages. */
function assertLists(grown: Grown): number {
  const ofKind = (kind: string) =>
    [...grown.pages.values()].filter(page => page.kind === kind && !page.path.startsWith('/artifacts/'));
  const active = (kind: string) => ofKind(kind).filter(page => page.artifact?.status === 'active');
  const lists: [string, PageEntry[]][] = [
    ['/patterns/index.md', ofKind('pattern')],
    ['/research/index.md', ofKind('research_record')],
    ['/starters/index.md', []],
    ['/formations/index.md', active('formation')],
    ['/tasks/index.md', ofKind('task')],
    ['/domains/index.md', ofKind('domain')],
    ['/guides/index.md', ofKind('guide')],
    ...[...ofKind('pattern'), ...ofKind('domain')].map(({ path }): [string, PageEntry[]] => [
      path.replace('.md', '/findings.md'),
      [],
    ]),
  ];
  return lists.reduce((sum, [path, members]) => {
    const pages = grown.list(path);
    const named = new Set(pages.flatMap(page => grown.links(page)));
    for (const member of members) assert.ok(named.has(member.path), `${member.path} in ${path}`);
    for (const page of pages) assert.ok(grown.tokens(page) <= maxList, `${page}: ${grown.tokens(page)}`);
    return sum + pages.length;
  }, 0);
}

/** From `/llms.txt` over the page of each domain to a starter, and to the list for each of its tasks. Gives the longest way. */
function longestPath(grown: Grown): number {
  const start = grown.tokens('/llms.txt');
  const named = grown.links('/llms.txt');
  const ways = domainNames.map(domain => {
    const path = `/domains/${domain}.md`;
    assert.ok(named.includes(path), path);
    assert.ok(
      grown.links(path).some(link => isStarter(grown.pages.get(link))),
      `a starter on ${path}`,
    );
    return start + grown.tokens(path);
  });
  const chosen = [...grown.pages.values()].filter(({ path }) =>
    path.startsWith('/starters/index.md?task_class='),
  );
  assert.ok(chosen.length > 60);
  const direct = chosen.map(({ tokens }) => start + tokens);
  const tasks = [...grown.pages.values()]
    .filter(({ kind }) => kind === 'task')
    .map(({ tokens }) => start + tokens);
  return Math.max(...ways, ...direct, ...tasks);
}

/** All tasks of a domain are named on its page, and each has either a page or an entry there. */
function assertTasks(grown: Grown, count: number): void {
  for (const domain of domainNames) {
    const parsed = readDocument(grown.text(`/domains/${domain}.md`));
    assert.ok(parsed.ok);
    const { tasks, more_tasks: named = [] } = parsed.document.value as {
      tasks: { name: string }[];
      more_tasks?: string[];
    };
    const all = [...tasks.map(({ name }) => name), ...named];
    assert.ok(all.length >= count, `${domain}: ${all.length}`);
    for (const name of all) {
      const own = grown.pages.has(`/tasks/${domain}.${name}.md`);
      assert.ok(own !== grown.text(`/domains/${domain}.md`).includes(`\n### ${name}\n`), `${domain}.${name}`);
    }
  }
}

export const campaign: Campaign = {
  description:
    'a catalog of 50 patterns, 40 starters and 100 records a round, with 60 tasks a domain, built, read and verified',
  rounds: 10,
  goals: { path: maxPath },
  run: async ({ seed, rounds, say }) => {
    const size = { patterns: 50 * rounds, starters: 40 * rounds, records: 100 * rounds, tasks: 60 };
    const folder = memoryFolder();
    growContent(join(folder, 'content'), size, seed);
    say('building');
    const dist = await buildInto(join(folder, 'content'), join(folder, 'dist'));
    const grown = new Grown(dist);
    const lists = assertLists(grown);
    assertTasks(grown, size.tasks);
    assert.ok(grown.tokens('/llms.txt') <= 600, String(grown.tokens('/llms.txt')));
    say('verifying');
    const { results } = await verify(dist, {}, silent);
    const faults = results.flatMap(({ check, faults: some }) =>
      some.map(({ message }) => `${check}: ${message}`),
    );
    assert.deepEqual(faults.slice(0, 5), []);
    return { pages: grown.pages.size, lists, path: longestPath(grown) };
  },
};
