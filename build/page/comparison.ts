/**
 * Pages about comparisons: their index, which says which comparisons are missing, and the tables of
 * data that they are computed from.
 */

import type { Kind } from '#document/kind/kind.ts';
import { index } from '#document/message/index.ts';
import { byText } from '#document/text/manifest.ts';
import { escapeMarkdown } from '#document/text/plain-text.ts';
import { type Catalog, comparisonIndexPath, type SourceEntry } from '../catalog/source/catalog.ts';
import type { ComparisonFacts } from '../catalog/source/facts.ts';
import { directionOf, points, scoredLine } from '../document/comparison/words.ts';
import type { ComparisonResult } from '../document/kind/comparison-number.ts';
import { listed, plural } from '../document/text/plain-text.ts';
import { markdownLine, type Page, type Setting } from './compose/page.ts';
import { listPages } from './compose/paging.ts';

export function comparisonPages(catalog: Catalog, setting: Setting): Page[] {
  if (catalog.comparisons.size === 0) return [];
  return [...indexPages(catalog, setting), ...[...catalog.tables.values()].map(tablePage)];
}

/** Makes the page of a table of data, with the bytes of its file. */
function tablePage({ path, facts, page }: SourceEntry): Page {
  return {
    path: path!,
    file: path!.slice(1),
    kind: 'table',
    mediaType: 'text/csv; charset=utf-8',
    title: facts.title,
    description: facts.description,
    listed: false,
    text: () => page()!,
  };
}

type Document = SourceEntry<ComparisonFacts>;

/** Returns the results that the page of a comparison shows, in the order of `shown`. */
const shownResults = ({ shown, results }: ComparisonFacts): ComparisonResult[] =>
  shown.flatMap(({ a, b }) => results.find(each => each.a === a && each.b === b) ?? []);

/** Returns the comparisons with an arm of a pattern, by slug. An arm that is a bundle of patterns counts for none. */
export const comparisonsOf = (slug: string, { comparisons }: Catalog): Document[] =>
  [...comparisons.values()]
    .filter(({ more }) => more.arms.some(arm => arm.pattern === slug && arm.fidelity !== 'bundle'))
    .sort((a, b) => byText(a.more.slug, b.more.slug));

/**
 * Writes the result of a comparison on a pattern: the first shown result with an arm of the pattern as `a`, else the first shown
 * result with one, else the first of all results; says so if there is none.
 */
export function resultOn(slug: string, document: ComparisonFacts): string {
  const ids = new Set(document.arms.flatMap(({ id, pattern }) => (pattern === slug ? [id] : [])));
  const has = ({ a, b }: ComparisonResult) => ids.has(a) || ids.has(b);
  const shown = shownResults(document);
  const result = shown.find(({ a }) => ids.has(a)) ?? shown.find(has) ?? document.results.find(has);
  return result ? `${shortResult(result, '95 % interval ')}.` : 'it has no result.';
}

/**
 * Writes a result as a clause: the arms, the difference with its interval, and whether chance may explain it.
 * @param named the name of the interval, where the page does not state it for all results
 */
function shortResult(result: ComparisonResult, named = ''): string {
  const [low, high] = result.interval.map(each => points(each));
  const line = `${scoredLine(result)} (${named}${low} to ${high})`;
  if (points(result.difference, false) === '0.0') return `${line}, which does not show that they are equal`;
  if (directionOf(result) !== 'open') return line;
  const isOpenAlone = directionOf({ ...result, p_family: result.p }) === 'open';
  return `${line}, which chance may explain${isOpenAlone ? '' : ' after a correction for the number of results'}`;
}

/** The most tokens of lines on a page of the index. */
const pageTokens = 5000;

function indexPages(catalog: Catalog, setting: Setting): Page[] {
  const documents = [...catalog.comparisons.values()].sort((a, b) => byText(a.more.slug, b.more.slug));
  const lines = documents.map(lineOf);
  const repositories = new Set(
    documents.flatMap(({ more }) => more.sources.map(({ repository }) => repository)),
  );
  const method = catalog.comparisonMethod
    ? ' The [method](/comparisons/method.md) explains how we recompute a comparison, and how to object to one.'
    : '';
  const about =
    `We recomputed ${plural(documents.length, 'comparison')} from the per-case results that the authors of ` +
    `${plural(repositories.size, 'repository', 'repositories')} published. ` +
    'Each way of working that a comparison tests is an arm. Differences between arms are in percentage points, with 95 % intervals. ' +
    `If chance may explain a difference, the arms may still differ. No recommendation rests on these comparisons.${method}`;
  return listPages({
    kind: index as unknown as Kind,
    path: comparisonIndexPath,
    title: 'Recomputed comparisons',
    description:
      'Published results of ways to organise agents, which we recomputed from the results for each case.',
    fields: { lists: 'comparison', total: documents.length },
    intro: about,
    parts: [
      { before: '## Comparisons', lines },
      { before: `## What is missing\n\n${repeatsNote}`, lines: gapLines(catalog) },
    ],
    tokens: pageTokens,
    setting,
  });
}

function lineOf({ more, path, facts }: Document): string {
  const [first] = shownResults(more);
  const note = first ? shortResult(first) : escapeMarkdown(facts.description);
  return markdownLine(more.slug, path!, `${escapeMarkdown(more.benchmark.name)}: ${note}.`);
}

const repeatsNote = 'Five runs of each case would tell an effect from chance.';

/**
 * Lists what the comparisons of each pattern lack, with a line for each pattern; patterns without
 * comparisons share the last line.
 */
function gapLines(catalog: Catalog): string[] {
  const without: string[] = [];
  const lines = [...catalog.patterns.values()].flatMap(({ more: { slug } }) => {
    const own = comparisonsOf(slug, catalog);
    if (own.length === 0) {
      without.push(`[${slug}](/patterns/${slug}.md)`);
      return [];
    }
    const gaps = gapsOf(slug, own);
    return gaps.length === 0 ? [] : [`- [${slug}](/patterns/${slug}.md) has ${listed(gaps, 'and')}.`];
  });
  return [
    ...lines,
    ...(without.length > 0 ? [`- No comparison has an arm of ${listed(without, 'or')} yet.`] : []),
  ];
}

function gapsOf(slug: string, own: readonly Document[]): string[] {
  const arms = own.flatMap(({ more }) => more.arms.filter(({ pattern }) => pattern === slug));
  const has = (test: (document: Document) => boolean) => own.some(test);
  const results = own.flatMap(({ more }) => more.results);
  const ids = new Set(arms.map(({ id }) => id));
  return [
    ...(has(({ more }) => more.arms.some(({ fidelity }) => fidelity === 'control'))
      ? []
      : ['no arm of one agent on the same cases']),
    ...(arms.some(({ repeats }) => repeats > 1) ? [] : ['no repeated runs']),
    ...(results.some(({ a, b, cost_ratio }) => (ids.has(a) || ids.has(b)) && cost_ratio !== 'unknown')
      ? []
      : ['no recorded cost']),
    ...(arms.some(({ ran_by }) => ran_by === 'third_party') ? [] : ['no run by a third party']),
  ];
}
