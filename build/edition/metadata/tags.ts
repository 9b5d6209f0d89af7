/** Tags in the head of a page: those of Open Graph for programs that show a link, and those of Google Scholar. */
import { andOthers, type CitedSource, type DescribedPage } from './described.ts';

/** A `meta` tag, with a `property` or a `name`. */
interface Tag {
  property?: string;
  name?: string;
  content: string;
}

const articleKinds: ReadonlySet<string> = new Set(['guide', 'contract', 'research_record', 'comparison']);

/** Returns the tags of Open Graph (https://ogp.me). Addresses are absolute, because a link is shown on other sites. */
export function openGraph(page: DescribedPage): Tag[] {
  const { title, description, site, address, kind } = page;
  const tags: Record<string, string> = {
    'og:type': articleKinds.has(kind) ? 'article' : 'website',
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:site_name': site,
  };
  const card = { name: 'twitter:card', content: 'summary' };
  return [...Object.entries(tags).map(([property, content]) => ({ property, content })), card];
}

/**
 * Returns the tags of Google Scholar (https://scholar.google.com/intl/en/scholar/inclusion.html) for the source of
 * a record; none for pages of other kinds.
 */
export function scholarTags({ kind, value }: DescribedPage): Tag[] {
  if (kind !== 'research_record') return [];
  const { citation, source_type } = value as { citation: CitedSource; source_type: string };
  const { title, authors, year, venue, url, arxiv } = citation;
  const named = authors.filter(name => name !== andOthers);
  const isPaper = source_type === 'paper';
  const tags: [string, string | undefined][] = [
    ['title', title],
    ...named.map((name): [string, string] => ['author', name]),
    ['publication_date', String(year)],
    [isPaper ? 'journal_title' : 'technical_report_institution', venue],
    ['arxiv_id', arxiv],
    ['public_url', url],
  ];
  return tags.flatMap(([name, content]) =>
    content === undefined ? [] : [{ name: `citation_${name}`, content }],
  );
}
