/** The look-ups of people in the whole catalog: terms, sources, guides, rules, exports, and words of other languages. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { englishWords, inEnglish } from '#edition/search/foreign.ts';
import { OpenedSearch } from '#edition/search/opened.ts';
import { packed } from '#edition/search/packed.ts';
import { SearchIndex } from '#edition/search/search-index.ts';
import { wordsOf } from '#edition/search/words.ts';
import { someOf } from '../../../support/large.ts';
import { catalogDist, manifestIn } from '../../../support/shared.ts';

interface Looked {
  query: string;
  /**
   * The addresses of which one should come first. What ends in `/` stands for the newest version of a starter, and a page for
   * its sections.
   */
  best: string[];
}

const queriesIn = (name: string): Looked[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../fixture/lookup', name), 'utf8')).queries;

const { pages } = manifestIn(catalogDist());
const index = SearchIndex.of(pages);
const pathsFor = (query: string): string[] => index.find({ query }).map(({ path }) => path);

/** The page of the newest version of a starter. */
function newestOf(folder: string): string {
  const versions = pages.filter(({ path, kind }) => kind === 'starter' && path.startsWith(folder));
  assert.ok(versions.length > 0, folder);
  const inOrder = new Intl.Collator('en', { numeric: true });
  return versions
    .map(({ path }) => path)
    .sort(inOrder.compare)
    .at(-1)!;
}

/** How many have the best page first, and among the first three. */
function counted(queries: readonly Looked[]): { first: number; three: number; missed: string[] } {
  const ranks = queries.map(({ query, best }) => {
    const wanted = new Set(best.map(path => (path.endsWith('/') ? newestOf(path) : path)));
    return pathsFor(query).findIndex(path => wanted.has(path) || wanted.has(path.split('#')[0]!));
  });
  return {
    first: ranks.filter(rank => rank === 0).length,
    three: ranks.filter(rank => rank >= 0 && rank < 3).length,
    missed: queries.flatMap(({ query }, at) => (ranks[at] === 0 ? [] : [query])),
  };
}

describe('search of the whole catalog', () => {
  test('has the best page first for most that people look up', () => {
    const { first, three, missed } = counted(queriesIn('queries.json'));
    assert.ok(first >= 34 && three >= 36, `${first} first, ${three} in three\n${missed.join('\n')}`);
  });

  test('does nearly as well on queries that nothing was tuned on', () => {
    const { first, three, missed } = counted(queriesIn('unseen.json'));
    assert.ok(first >= 15 && three >= 18, `${first} first, ${three} in three\n${missed.join('\n')}`);
  });

  test('has the best page among the first three for nearly all that a reader of the pages asks', () => {
    const { first, three, missed } = counted(queriesIn('asked.json'));
    assert.ok(first >= 278 && three >= 307, `${first} first, ${three} in three\n${missed.join('\n')}`);
  });

  test('puts a source before pages about work where it alone has the rare words of a question', () => {
    const [first = ''] = pathsFor('cognition devin against multi agents blog post');
    assert.match(first, /^\/research\/cognition-/);
  });

  test('names the task that a question in another language asks for', () => {
    const { pages: found, task } = index.ask({ query: 'resumir un informe de 800 páginas' });
    assert.deepEqual([task !== 'none' && task?.path], ['/tasks/documents.long_summary.md']);
    assert.ok(found.slice(0, 2).some(({ path }) => path === '/tasks/documents.long_summary.md'));
  });

  test('finds names that are misspelled, shortened or headings, most of them first', () => {
    const { first, three, missed } = counted(queriesIn('names.json'));
    assert.ok(first >= 18 && three >= 19, `${first} first, ${three} in three\n${missed.join('\n')}`);
  });

  test('has the task among the first five for its name', () => {
    assert.ok(pathsFor('code review').slice(0, 5).includes('/tasks/coding.code_review.md'));
  });

  test('has the guide first for a question about choosing or cost, and then names no task', () => {
    for (const [query, path] of [
      ['How many agents', '/guides/effort-and-cost.md'],
      ['cost of multi agent', '/guides/effort-and-cost.md'],
      ['should I use one agent or many', '/guides/agentic-design-patterns.md'],
      ['rate limits', '/docs/http.md'],
      ['install a team in my project', '/guides/team-command.md'],
    ] as const) {
      const { pages: found, task } = index.ask({ query });
      assert.deepEqual([found[0]?.path, task], [path, 'none'], query);
    }
  });

  test('names no task where a term is asked for, and the task where work is described', () => {
    assert.equal(index.ask({ query: 'what is a formation' }).task, 'none');
    assert.equal(pathsFor('what is a multi-agent system')[0], '/guides/glossary.md#multi-agent-system');
    assert.equal(pathsFor('corrections')[0], '/guides/corrected-2026.md');
    assert.equal(pathsFor('customer support bot')[0], '/tasks/operations.customer_request.md');
  });

  test('finds nothing for words that no page has', () => {
    assert.deepEqual(pathsFor('zzzzqqq xyxyxy'), []);
  });

  test('gives in a browser the same pages from its files, and loads few of them', async () => {
    const { core, shards, vocabulary } = JSON.parse(JSON.stringify(packed(index))) as ReturnType<
      typeof packed
    >;
    const queries = ['queries.json', 'unseen.json', 'names.json', 'asked.json'].flatMap(queriesIn);
    for (const { query } of someOf(queries, 40)) {
      let loaded = 0;
      const opened = new OpenedSearch(core, {
        shard: async number => {
          loaded += 1;
          return shards[number]!;
        },
        vocabulary: async () => vocabulary,
      });
      const { pages: found } = await opened.ask({ query });
      assert.deepEqual(
        found.slice(0, 20).map(({ path }) => path),
        pathsFor(query).slice(0, 20),
        query,
      );
      assert.ok(loaded < shards.length / 2, `${query}: ${loaded} shards`);
    }
  });
});

describe('words of other languages', () => {
  test('are read in English, with and without their marks, and where no spaces part them', () => {
    assert.equal(inEnglish('Prüfer').trim(), 'verifier gate');
    assert.equal(inEnglish('pruefer').trim(), 'verifier gate');
    assert.equal(inEnglish('代码审查').trim(), 'code review');
    assert.equal(inEnglish("combien d'agents").trim(), 'how many agents');
    assert.deepEqual(wordsOf(inEnglish('コードレビュー')), ['code', 'review']);
    for (const question of ['Was ist eine Mannschaft', '¿Qué es un equipo?', "Qu'est-ce qu'une équipe"])
      assert.deepEqual(wordsOf(inEnglish(question)), ['what', 'is', 'team'], question);
  });

  test('are none that the catalog has in English', () => {
    const words = new Set(
      pages.flatMap(({ title = '', description = '' }) => wordsOf(`${title} ${description}`)),
    );
    const small = new Set(['de', 'el', 'los', 'eine', 'der', 'la']);
    assert.deepEqual(
      [...englishWords.keys()].filter(word => words.has(word) && !small.has(word)),
      [],
    );
  });

  test('that are not known are compared by pairs of characters', () => {
    assert.deepEqual(wordsOf('天气好'), ['天气', '气好']);
  });
});
