/**
 * `/changes.md` and the same of each domain: what changed, newest first, whole and since a day (`?since=2026-11-01`), and as feeds
 * for readers. A day is answered by the page of the next day on which something changed, so every answer is made by the build.
 */
import { index } from '#build/exchange/index.ts';
import type { Kind } from '#build/kind/kind.ts';
import { escapeMarkdown } from '#build/text/plain-text.ts';
import { type Change, changesIn, dayOf } from '../compose/change.ts';
import { type Feed, feedFormats } from '../compose/feed.ts';
import { composedPage, filePage, markdownLine, type Page, type Setting } from '../compose/page.ts';
import { fitting, listPages } from '../compose/paging.ts';
import type { Catalog } from '../source/catalog.ts';

/** The most tokens of lines on a page. */
const pageTokens = 2500;
/** Days on which something changed that can be asked for; before the first of them, the whole list answers. */
const maxDays = 30;
/** The day whose page answers for every day after the last change. */
const afterAll = '9999-12-31';
/** The most entries of a feed. */
const maxEntries = 50;

export function changesPages(catalog: Catalog, setting: Setting): Page[] {
  const all = changesIn(catalog);
  const site = catalog.site?.facts.title ?? new URL(setting.baseUrl).hostname;
  const domains = [...catalog.domains.values()].flatMap(({ more, facts }) => {
    const own = all.filter(change => change.domains.includes(more.domain));
    return pagesOf(own, `/domains/${more.domain}/changes.md`, `Changes in ${facts.title}`, site, setting);
  });
  return [...pagesOf(all, '/changes.md', 'Changes', site, setting), ...domains];
}

function pagesOf(
  changes: readonly Change[],
  path: string,
  title: string,
  site: string,
  setting: Setting,
): Page[] {
  const kind = index as unknown as Kind;
  const ask = setting.isStatic ? '' : ' Ask for what is new with ?since=2026-11-01.';
  const description = `What was published, withdrawn, added or corrected, newest first.${ask}`;
  const feedPaths = feedFormats.map(({ extension }) => path.replace(/md$/, extension));
  const feeds = `The same as [Atom](${feedPaths[0]}) or [JSON Feed](${feedPaths[1]}).`;
  const whole = listPages({
    ...{ kind, path, title, description, setting, tokens: pageTokens },
    fields: { lists: 'change', total: changes.length },
    intro: feeds,
    parts: byDay(changes),
    ...(changes.length === 0 && { end: 'Nothing yet.' }),
  });
  const days = [...new Set(changes.map(dayOf))].slice(0, maxDays);
  const since = [...days, undefined].map(day => sincePage(changes, day, { kind, path, title, setting }));
  const feed: Feed = {
    ...{ title: `${site}: ${title.toLowerCase()}`, home: path.replace(/md$/, 'html'), author: site },
    changes: changes.slice(0, maxEntries),
  };
  return [
    ...whole.map(page => ({ ...page, links: [...(page.links ?? []), ...feedLinks(path)] })),
    ...since,
    ...feedFormats.map(({ mediaType, write }, at): Page => {
      const address = feedPaths[at]!;
      const text = write(feed, address, setting.baseUrl);
      return { ...filePage(address, 'feed', mediaType, text), title: feed.title };
    }),
  ];
}

/** What a page that has feeds says of them. */
const feedLinks = (path: string): string[] =>
  feedFormats.map(
    ({ extension, mediaType }) =>
      `<${path.replace(/md$/, extension)}>; rel="alternate"; type="${mediaType.split(';')[0]}"`,
  );

const lineOf = ({ path, title, what }: Change): string =>
  markdownLine(escapeMarkdown(title), path, `${escapeMarkdown(what.replace(/\.$/, ''))}.`);

const byDay = (changes: readonly Change[]) =>
  [...new Set(changes.map(dayOf))].map(day => ({
    before: `## ${day}`,
    lines: changes.filter(change => dayOf(change) === day).map(lineOf),
  }));

/** What changed on a day and later; without a day, what is answered for a later one than all. */
function sincePage(
  changes: readonly Change[],
  day: string | undefined,
  { path, title, ...page }: { kind: Kind; path: string; title: string; setting: Setting },
): Page {
  const some = day === undefined ? [] : changes.filter(change => dayOf(change) >= day);
  const lines = fitting(
    some.map(change => lineOf(change).replace('- ', `- ${dayOf(change)}: `)),
    pageTokens,
  );
  const rest = some.length - lines.length;
  const body = [
    ...(lines.length === 0 ? ['Nothing changed since.'] : [lines.join('\n')]),
    ...(rest > 0 ? [`${rest} more in [the whole list](${path}).`] : []),
  ].join('\n\n');
  const query = day ?? afterAll;
  return composedPage({
    ...page,
    ...{ path: `${path}?since=${query}`, file: path.slice(1).replace(/\.md$/, `/since-${query}.md`) },
    title: day === undefined ? `${title}: none since` : `${title} since ${day}`,
    description:
      day === undefined ? 'Nothing changed since.' : `What changed on ${day} and later, newest first.`,
    fields: () => ({ lists: 'change', total: some.length }),
    body: () => body,
    inputs: [body, String(some.length)],
    listed: false,
  });
}
