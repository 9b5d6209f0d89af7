/** `/robots.txt`: crawl rules (RFC 9309) with content signals and usage preferences; all may read and use the catalog. */
import { type DiscoveryFile, plainText, type Service } from './service.ts';
import { sitemapPaths } from './sitemap.ts';

export function robots(service: Service): DiscoveryFile[] {
  const { baseUrl, isStatic, reading } = service;
  // The first is for search engines, which show people the pages for people.
  const sitemaps = [...(reading ? ['/sitemap.xml'] : []), ...sitemapPaths(service)];
  const lines = [
    'User-agent: *',
    'Content-Signal: search=yes, ai-input=yes, ai-train=yes',
    'Content-Usage: train-ai=y, search=y',
    'Allow: /',
    ...(isStatic ? [] : ['Disallow: /v1/']),
    '',
    ...sitemaps.map(path => `Sitemap: ${baseUrl}${path}`),
    `Agentmap: ${baseUrl}/.well-known/ard.json`,
  ];
  return [{ paths: ['/robots.txt'], mediaType: plainText, text: `${lines.join('\n')}\n` }];
}
