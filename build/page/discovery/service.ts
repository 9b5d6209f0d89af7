/** The description of the service from which all discovery files are made. */

import type { Catalog } from '../../catalog/source/catalog.ts';
import type { SiteFacts } from '../../catalog/source/facts.ts';
import type { OperatorFile } from '../../catalog/source/layout.ts';
import type { Page, Setting } from '../compose/page.ts';

export interface Service {
  title: string;
  description: string;
  site: SiteFacts;
  baseUrl: string;
  /** Whether a host of plain files serves the pages. If so, discovery files name nothing that only the server answers. */
  isStatic: boolean;
  /** Whether the reading edition is made: an HTML page for people beside each Markdown page. */
  reading: boolean;
  /** The host name of the base address, without its port. It names the service in discovery files: `urn:air:HOST:skill:NAME`. */
  domain: string;
  /** The time of the latest publication; undefined if nothing was published. */
  updatedAt: string | undefined;
  /** The operator's own files, by name, without white space at their ends. */
  operatorFiles: Partial<Record<OperatorFile, string>>;
  catalog: Catalog;
  /** Every page that is not a discovery file. */
  pages: readonly Page[];
}

/** Describes the service; undefined if the content has no description of the site. */
export function describeService(
  catalog: Catalog,
  { baseUrl, isStatic = false, reading = false }: Setting,
  operatorFiles: Service['operatorFiles'],
  pages: readonly Page[],
): Service | undefined {
  const { site } = catalog;
  if (!site) return undefined;
  const times = [...catalog.publications.values()].map(({ published_at }) => published_at).sort();
  return {
    title: site.facts.title,
    description: site.facts.description,
    site: site.more,
    baseUrl,
    isStatic,
    reading,
    domain: new URL(baseUrl).hostname,
    updatedAt: times.at(-1),
    operatorFiles,
    catalog,
    pages,
  };
}

/** A discovery file with its paths, of which all but the first are aliases. */
export interface DiscoveryFile {
  paths: readonly string[];
  mediaType: string;
  text: string;
  /** The path that aliases name as canonical, if it is not the first of `paths`. */
  canonical?: string;
  title?: string;
  /** Whether the sitemap lists the file; false if absent. */
  listed?: boolean;
  /** The path of the file in `dist/`, if the path of the page is also the name of a folder there. */
  file?: string;
}

export const json = 'application/json';
export const plainText = 'text/plain; charset=utf-8';

/** Returns indented JSON with a newline at its end. */
export const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
