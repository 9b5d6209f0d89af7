/**
 * `/changes.md`: everything that changed, newest first; a page for each of the newest days with the changes since
 * (`?since=2026-11-01`), oldest day first; and an Atom feed. For a day without changes, the page of the next day with changes is
 * the answer, so the build makes every answer.
 */

import type { Kind } from '#document/kind/kind.ts';
import { index } from '#document/message/index.ts';
import { escapeMarkdown } from '#document/text/plain-text.ts';
import type { Catalog } from '../catalog/source/catalog.ts';
import { type Change, changesIn, dayOf } from './compose/change.ts';
import { atom, type Feed } from './compose/feed.ts';
import { composedPage, filePage, markdownLine, type Page, type Setting } from './compose/page.ts';
import { fitting, listPages } from './compose/paging.ts';

const path = '/changes.md';
const feedPath = '/changes.atom';
const title = 'Changes';
/** The most tokens of lines on a page. */
const pageTokens = 2500;
/** The most days with a page of the changes since. For an earlier day, the whole list is the answer. */
const maxDays = 30;
/** The day whose page answers for every day after the last change. */
const afterAll = '9999-12-31';
/** The most entries of the feed. */
const maxEntries = 50;

/** The lead of the page for people. */
const lead = 'What was published, withdrawn, added or corrected, newest first.';

export function changesPages(catalog: Catalog, setting: Setting): Page[] {
  const changes = changesIn(catalog);
  const site = catalog.site?.facts.title ?? new URL(setting.baseUrl).hostname;
  const kind = index as unknown as Kind;
  const ask = setting.isStatic ? '' : ' To list later changes only, add ?since=2026-11-01.';
  const description = `${lead}${ask}`;
  const whole = listPages({
    ...{ kind, path, title, description, setting, tokens: pageTokens },
    fields: { lists: 'change', total: changes.length },
    intro: `The same list is an [Atom feed](${feedPath}).`,
    parts: byDay(changes),
    ...(changes.length === 0 && { end: 'Nothing yet.' }),
    about: () => ({ lead }),
  });
  const feed: Feed = {
    ...{
      title: `${site}: changes`,
      home: setting.reading ? path.replace(/md$/, 'html') : path,
      author: site,
    },
    changes: changes.slice(0, maxEntries),
  };
  const feedType = 'application/atom+xml';
  const feedLink = `<${feedPath}>; rel="alternate"; type="${feedType}"`;
  const text = atom(feed, feedPath, setting);
  return [
    ...whole.map(page => ({ ...page, links: [...(page.links ?? []), feedLink] })),
    ...sincePages(changes, { kind, setting }),
    { ...filePage(feedPath, 'feed', `${feedType}; charset=utf-8`, text), title: feed.title },
  ];
}

const lineOf = ({ path, title, what }: Change): string =>
  markdownLine(escapeMarkdown(title), path, `${escapeMarkdown(what.replace(/\.$/, ''))}.`);

const byDay = (changes: readonly Change[]) =>
  [...new Set(changes.map(dayOf))].map(day => ({
    before: `## ${day}`,
    lines: changes.filter(change => dayOf(change) === day).map(lineOf),
  }));

/**
 * A page of the changes since a day: the number of the page, its lines, and the query of the page that follows, if there is one.
 * The last page of a day also has all later days that fit on it whole.
 */
interface Since {
  day: string;
  number: number;
  lines: readonly string[];
  next: string | undefined;
}

/** Makes the pages of the changes since each of the newest days, each with a link to the page that follows. */
function sincePages(changes: readonly Change[], page: { kind: Kind; setting: Setting }): Page[] {
  const days = [...new Set(changes.map(dayOf))].slice(0, maxDays).reverse();
  const lines = new Map(
    days.map(day => [
      day,
      changes
        .filter(change => dayOf(change) === day)
        .map(change => lineOf(change).replace('- ', `- ${day}: `)),
    ]),
  );
  const pages = days.flatMap((day, at) => since(day, days.slice(at + 1), lines));
  const totalSince = (day: string) => changes.filter(change => dayOf(change) >= day).length;
  return [...pages, { day: afterAll, number: 1, lines: [], next: undefined }].map(each =>
    sincePage(each, totalSince(each.day), page),
  );
}

function since(
  day: string,
  later: readonly string[],
  lines: ReadonlyMap<string, readonly string[]>,
): Since[] {
  const pages: Since[] = [];
  let rest = lines.get(day)!;
  for (let number = 1; ; number += 1) {
    const shown = fitting(rest, pageTokens);
    rest = rest.slice(shown.length);
    if (rest.length > 0) {
      pages.push({ day, number, lines: shown, next: `${day}&page=${number + 1}` });
      continue;
    }
    let [all, taken] = [shown, 0];
    for (const next of later) {
      const more = [...all, ...lines.get(next)!];
      if (fitting(more, pageTokens).length < more.length) break;
      [all, taken] = [more, taken + 1];
    }
    return [...pages, { day, number, lines: all, next: later[taken] }];
  }
}

function sincePage(
  { day, number, lines, next }: Since,
  total: number,
  page: { kind: Kind; setting: Setting },
): Page {
  const isAfterAll = day === afterAll;
  const following = next === undefined ? undefined : `${path}?since=${next}`;
  const body = [
    isAfterAll ? 'Nothing changed since then.' : lines.join('\n'),
    ...(following === undefined ? [] : [`[Next](${following})`]),
  ].join('\n\n');
  const [query, suffix] = number === 1 ? ['', ''] : [`&page=${number}`, `-${number}`];
  const made = composedPage({
    ...page,
    path: `${path}?since=${day}${query}`,
    file: path.slice(1).replace(/\.md$/, `/since-${day}${suffix}.md`),
    title: isAfterAll
      ? `${title}: none since`
      : `${title} since ${day}${number === 1 ? '' : `, page ${number}`}`,
    description: isAfterAll
      ? 'Nothing changed since then.'
      : `What changed on ${day} and later, oldest day first.`,
    fields: () => ({ lists: 'change', total }),
    body: () => body,
    listed: false,
  });
  return following === undefined
    ? made
    : { ...made, links: [`<${following}>; rel="next"; type="text/markdown"`] };
}
