/**
 * Search results as a document, which `/search.md` answers with and the reading edition shows as HTML. The front matter lists
 * the pages, and the body advises.
 */

import { head } from '#document/kind/kind.ts';
import { searchResults } from '#document/kind/search-results.ts';
import { isPlainLine, withHiddenShown } from '#document/text/characters.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import type { PageEntry } from '#document/text/manifest.ts';
import { escapeMarkdown } from '#document/text/plain-text.ts';
import { noClassFits, nothingFound } from '#edition/search/nothing-found.ts';
import { type LikelyTask, maxFound, type SearchIndex } from '#edition/search/search-index.ts';
import type { Site } from '../site/site.ts';
import { type SearchRequest, searchAddress, searchPath } from './address.ts';
import { evidenceOf, facetsOf } from './facet.ts';
import { searchIndexOf } from './site-index.ts';
import { teamFiles } from './team-files.ts';

export interface SearchResults {
  text: string;
  /** The address of the search in its canonical form. */
  address: string;
  /** The values of the `Link` header that lead to the previous and the next results. */
  links: string[];
}

/** Finds the results of a search, with the same ranking as the MCP tool. */
export const findResults = async (request: SearchRequest, site: Site): Promise<SearchResults> =>
  resultsOf(request, site, await searchIndexOf(site));

/** Finds the results of a search, given the search index of the site. */
export function resultsOf(request: SearchRequest, site: Site, index: SearchIndex): SearchResults {
  const { query, kind, domain, taskClass, limit, offset } = request;
  const { pages: found, task } = index.ask(request);
  const shown = found.slice(offset, offset + limit);
  const title = [...`Search: ${echoOf(query)}`].slice(0, maxTitle).join('');
  const value = {
    ...head(searchResults, {
      path: searchPath,
      baseUrl: site.baseUrl,
      title,
      description: describe(found, shown, offset),
    }),
    canonical_url: site.baseUrl + searchAddress(request),
    query: echoOf(query),
    ...((kind ?? domain ?? taskClass) && { filters: { kind, domain, task_class: taskClass } }),
    total: found.length,
    offset,
    limit,
    facets: facetsOf(found, site),
    results: shown.map(page => resultOf(page, site)),
  };
  const steps = stepsOf(request, found.length);
  const body = [
    ...(offset === 0 && found.length > 0 ? likelyTask(task) : []),
    ...(shown.length === 0 ? [nothingFound] : teamFiles(shown)),
    ...steps.map(({ rel, to }) => stepLine(rel, to)),
  ];
  return {
    text: writeDocument(value, `# ${escapeMarkdown(title)}\n\n${body.join('\n\n')}`),
    address: searchAddress(request),
    links: steps.map(({ rel, to }) => `<${searchAddress(to)}>; rel="${rel}"; type="text/markdown"`),
  };
}

/** Returns the line with the likely task, or a line that advises a single agent if no task class fits. */
function likelyTask(task: LikelyTask): string[] {
  if (task === undefined) return [];
  if (task === 'none') return [noClassFits];
  const { title = task.path, description = '', path } = task;
  return [
    `Likely task: ${escapeMarkdown(title)}. ${escapeMarkdown(description)} [When a team is worth it](${path}).`,
  ];
}

function describe(found: readonly PageEntry[], shown: readonly PageEntry[], offset: number): string {
  const all = String(found.length);
  if (found.length === 0) return 'No page mentions the words of the question.';
  if (shown.length === 0)
    return `Only ${all} pages mention words of the question, so nothing is left to show.`;
  return `Pages ${offset + 1} to ${offset + shown.length} of ${all} that mention words of the question, best first.`;
}

const maxEcho = 200;
/** The most characters that a title may have in any document. */
const maxTitle = 120;

/** Returns a question in a form that a document may repeat: one line of visible characters, shortened. */
export function echoOf(query: string): string {
  const line = query.replace(/[\s\p{C}]+/gu, ' ').trim();
  const short = [...line].slice(0, maxEcho).join('').trim();
  const plain = isPlainLine(short) ? short : withHiddenShown(short).slice(0, maxEcho).trim();
  return plain === '' ? '(no visible characters)' : plain;
}

function resultOf(page: PageEntry, site: Site) {
  const { path, kind, title = path, description, tokens, search } = page;
  return { path, kind, title, description, tokens, family: search?.family, evidence: evidenceOf(page, site) };
}

interface Step {
  rel: 'prev' | 'next';
  to: SearchRequest;
}

function stepsOf(request: SearchRequest, total: number): Step[] {
  const { limit, offset } = request;
  const before = Math.min(offset, total) - limit;
  const prev: Step = { rel: 'prev', to: { ...request, offset: Math.max(0, before) } };
  const next: Step = { rel: 'next', to: { ...request, offset: offset + limit } };
  return [...(offset > 0 ? [prev] : []), ...(offset + limit < Math.min(total, maxFound) ? [next] : [])];
}

const stepLine = (rel: Step['rel'], to: SearchRequest): string =>
  `[${rel === 'next' ? 'Next' : 'Previous'} results](${searchAddress(to)})`;
