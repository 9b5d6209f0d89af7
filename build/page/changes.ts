/**
 * `/changes.md`: what changed, newest first, whole and since a day (`?since=2026-11-01`), oldest
 * day first, and as a feed for readers. A day is answered by the page of the next day on which something changed, so every answer is made by the build.
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
/** Days on which something changed that can be asked for; before the first of them, the whole list answers. */
const maxDays = 30;
/** The day whose page answers for every day after the last change. */
const afterAll = '9999-12-31';
/** The most entries of a feed. */
const maxEntries = 50;

/** The lead of the page for people. */
const lead = 'What was published, withdrawn, added or corrected, newest first.';

export function changesPages(catalog: Catalog, setting: Setting): Page[] {
  const changes = changesIn(catalog);
  const site = catalog.site?.facts.title ?? new URL(setting.baseUrl).hostname;
  const kind = index as unknown as Kind;
  const ask = setting.isStatic ? '' : ' Ask for what is new with ?since=2026-11-01.';
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

/** A day with its lines on the pages that it needs; on the last of them the whole days after it that fit, and what comes next. */
interface Since {
  day: string;
  number: number;
  lines: readonly string[];
  next: string | undefined;
}

/** Makes a page of the changes since each of the newest days, with links between these pages. */
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
