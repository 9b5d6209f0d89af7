/** The subject of a page as JSON-LD in the vocabulary of schema.org, by the kind of the page. */
import type {
  Dataset,
  DefinedTerm,
  DefinedTermSet,
  Report,
  ScholarlyArticle,
  TechArticle,
  WebPage,
  WithContext,
} from 'schema-dts';
import { hashName } from '#document/text/digest.ts';
import { andOthers, type CitedSource, type DescribedPage, texts } from './described.ts';

type Data = WithContext<
  Dataset | DefinedTerm | DefinedTermSet | Report | ScholarlyArticle | TechArticle | WebPage
>;

const context = 'https://schema.org';

/** Returns the properties that every page has, in the vocabulary of schema.org. */
const common = ({ address, title, description }: DescribedPage) => ({
  '@context': context as 'https://schema.org',
  '@id': address,
  url: address,
  name: title,
  description,
  inLanguage: 'en',
});

const website = ({ site, baseUrl }: DescribedPage) => ({
  isPartOf: { '@type': 'WebSite' as const, name: site, url: `${baseUrl}/` },
});

const publisher = ({ site, baseUrl }: DescribedPage) => ({
  publisher: { '@type': 'Organization' as const, name: site, url: `${baseUrl}/` },
});

/** Returns the author and licence of a page and, if known, the dates of its publication and of its newest change. */
const authorship = (page: DescribedPage) => ({
  author: publisher(page).publisher,
  license,
  ...(page.published !== undefined && { datePublished: page.published }),
  ...modification(page),
});

/** Returns the day of the newest change that editors noted, which is the first in the list; `false` if they noted none. */
const modification = ({ value }: DescribedPage) => {
  const changed = (value.changed as { on: string }[] | undefined)?.[0]?.on;
  return changed !== undefined && { dateModified: changed };
};

/** The licence of the catalog and of its repository. */
const license = 'https://opensource.org/license/mit';

/** Returns the linked data (JSON-LD) of a page. */
export function linkedData(page: DescribedPage): Data {
  if (page.path === '/') return catalogData(page);
  return (byKind[page.kind] ?? webPage)(page);
}

const byKind: Readonly<Record<string, (page: DescribedPage) => Data>> = {
  pattern: patternData,
  research_record: sourceData,
  comparison: comparisonData,
  starter: versionData,
  formation: versionData,
  guide: page => (page.terms?.length ? termsData(page) : articleData(page)),
  contract: articleData,
};

const webPage = (page: DescribedPage): Data => ({
  '@type': 'WebPage',
  ...common(page),
  ...website(page),
  ...authorship(page),
});

function articleData(page: DescribedPage): Data {
  return {
    '@type': 'TechArticle',
    ...common(page),
    headline: page.title,
    ...website(page),
    ...publisher(page),
    ...authorship(page),
  };
}

/** Returns the data of the catalog as a whole, in which the manifest leads to every page. */
const catalogData = (page: DescribedPage): Data => ({
  '@type': 'Dataset',
  ...common(page),
  ...publisher(page),
  creator: publisher(page).publisher,
  isAccessibleForFree: true,
  license,
  distribution: [
    {
      '@type': 'DataDownload',
      encodingFormat: 'application/json',
      contentUrl: `${page.baseUrl}/manifest.json`,
    },
  ],
});

function patternData(page: DescribedPage): Data {
  const { slug, aliases, intent } = page.value;
  return {
    '@type': 'DefinedTerm',
    ...common(page),
    description: String(intent ?? page.description),
    termCode: String(slug),
    ...(texts(aliases).length > 0 && { alternateName: texts(aliases) }),
    inDefinedTermSet: {
      '@type': 'DefinedTermSet',
      name: `Patterns of the ${page.site}`,
      url: `${page.baseUrl}/patterns/index.html`,
    },
  };
}

/** Returns the data of the glossary. A term without an anchor has the address of the page. */
const termsData = (page: DescribedPage): Data => ({
  '@type': 'DefinedTermSet',
  ...common(page),
  hasDefinedTerm: (page.terms ?? []).map(term => ({ '@type': 'DefinedTerm' as const, ...term })),
});

/** Returns the data of the page of a record, which is about the source of the record. */
function sourceData(page: DescribedPage): Data {
  const { citation, source_type } = page.value as { citation: CitedSource; source_type: string };
  const { title, authors, year, venue, url, arxiv } = citation;
  const named = authors.filter(name => name !== andOthers);
  const author = named.map(name => ({
    '@type': source_type === 'paper' ? ('Person' as const) : ('Organization' as const),
    name,
  }));
  const source = {
    '@context': context as 'https://schema.org',
    '@id': url,
    url,
    name: title,
    headline: title.slice(0, 110),
    author,
    datePublished: String(year),
    ...(venue !== undefined && { isPartOf: { '@type': 'PublicationIssue' as const, name: venue } }),
    ...(arxiv !== undefined && {
      identifier: { '@type': 'PropertyValue' as const, propertyID: 'arXiv', value: arxiv },
      sameAs: `https://arxiv.org/abs/${arxiv}`,
    }),
    subjectOf: {
      '@type': 'WebPage' as const,
      '@id': page.address,
      url: page.address,
      name: page.title,
      ...website(page),
      ...modification(page),
    },
  };
  return source_type === 'engineering_report'
    ? { '@type': 'Report', ...source }
    : { '@type': 'ScholarlyArticle', ...source };
}

function comparisonData(page: DescribedPage): Data {
  const { sources = [], dates = [] } = page.value as {
    sources?: { repository?: string }[];
    dates?: { on: string }[];
  };
  const changed = dates.at(-1)?.on;
  const origins = sources.flatMap(({ repository }) =>
    repository === undefined ? [] : `https://github.com/${repository}`,
  );
  return {
    '@type': 'Dataset',
    ...common(page),
    ...publisher(page),
    creator: publisher(page).publisher,
    isAccessibleForFree: true,
    license,
    ...(origins.length > 0 && { isBasedOn: origins }),
    ...(changed !== undefined && { dateModified: changed }),
    distribution: [
      {
        '@type': 'DataDownload',
        encodingFormat: 'text/csv',
        contentUrl: page.baseUrl + page.path.replace(/md$/, 'csv'),
      },
    ],
  };
}

/** Returns the data of a version, with its number and with its digest, which names its bytes on any host. */
function versionData(page: DescribedPage): Data {
  return {
    '@type': 'TechArticle',
    ...common(page),
    headline: page.title,
    ...website(page),
    ...publisher(page),
    ...authorship(page),
    version: String(page.value.version),
    ...(page.artifact !== undefined && {
      identifier: { '@type': 'PropertyValue', propertyID: 'sha-256', value: page.artifact },
      sameAs: [hashName(page.artifact), `${page.baseUrl}/artifacts/sha256/${page.artifact}.md`],
    }),
    about: texts(page.value.patterns).map(slug => ({
      '@type': 'DefinedTerm',
      name: slug,
      url: `${page.baseUrl}/patterns/${slug}.html`,
    })),
  };
}
