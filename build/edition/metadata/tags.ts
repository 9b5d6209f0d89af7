/** Tags in the head of a page: Open Graph for programs that show a link, and those of Google Scholar. */
import { andOthers, type CitedSource, type DescribedPage } from './described.ts';

/** A tag, by `property` or by `name`. */
interface Tag {
  property?: string;
  name?: string;
  content: string;
}

/** How wide and high every picture is, in pixels: the proportions that all who show links take. */
const pictureSize = { width: 1200, height: 630 };

const articleKinds: ReadonlySet<string> = new Set(['guide', 'contract', 'research_record', 'comparison']);

/**
 * Open Graph (https://ogp.me). Addresses are absolute, since a link is shown elsewhere.
 * @param picture the path of the picture
 */
export function openGraph(page: DescribedPage, picture: { path: string; shows: string } | undefined): Tag[] {
  const { title, description, site, address, baseUrl, kind } = page;
  const tags: Record<string, string> = {
    'og:type': articleKinds.has(kind) ? 'article' : 'website',
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:site_name': site,
    ...(picture && {
      'og:image': baseUrl + picture.path,
      'og:image:type': 'image/png',
      'og:image:width': String(pictureSize.width),
      'og:image:height': String(pictureSize.height),
      'og:image:alt': picture.shows,
    }),
  };
  const card = { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' };
  return [...Object.entries(tags).map(([property, content]) => ({ property, content })), card];
}

/** The tags of Google Scholar (https://scholar.google.com/intl/en/scholar/inclusion.html) of the source of a record. */
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
