/**
 * `/sitemap.txt`: every public page, one absolute URL on each line. Above the limits of the
 * convention it is split into several files.
 */
import { byText } from '#document/text/manifest.ts';
import { skillPath } from '#document/text/skill.ts';
import { type DiscoveryFile, plainText, type Service } from './service.ts';

/** The most URLs and bytes in one file of a sitemap, by the rules of sitemaps.org. */
const maxUrls = 50_000;
const maxBytes = 50_000_000;

export function sitemaps(service: Service): DiscoveryFile[] {
  const paths = sitemapPaths(service);
  return sitemapTexts(service).map((text, index) => ({ paths: [paths[index]!], mediaType: plainText, text }));
}

/** Returns the paths of all files of the sitemap, of which the first is `/sitemap.txt`. */
export function sitemapPaths(service: Service): string[] {
  return sitemapTexts(service).map((_, index) =>
    index === 0 ? '/sitemap.txt' : `/sitemap-${index + 1}.txt`,
  );
}

function sitemapTexts({ pages, baseUrl }: Service): string[] {
  const urls = [...pages.filter(page => page.listed).map(page => page.path), skillPath]
    .sort(byText)
    .map(path => `${baseUrl}${path}\n`);
  const texts: string[] = [];
  for (let start = 0; start < urls.length || start === 0; ) {
    const end = chunkEnd(urls, start);
    texts.push(urls.slice(start, end).join(''));
    start = end;
    if (urls.length === 0) break;
  }
  return texts;
}

/**
 * Returns the index after the last address of the file that begins with the address at `start`. Addresses are ASCII, so the
 * number of characters is the number of bytes.
 */
function chunkEnd(urls: readonly string[], start: number): number {
  let end = start;
  let bytes = 0;
  while (end < urls.length && end - start < maxUrls && bytes + urls[end]!.length <= maxBytes) {
    bytes += urls[end]!.length;
    end += 1;
  }
  return end;
}
