/** `/robots.txt`: crawl rules (RFC 9309) with content signals and usage preferences; all may read and use the catalog. */
import { type DiscoveryFile, plainText, type Service } from './service.ts';
import { sitemapPaths } from './sitemap.ts';

export function robots(service: Service): DiscoveryFile[] {
  const { baseUrl, isStatic } = service;
  const lines = [
    'User-agent: *',
    'Content-Signal: search=yes, ai-input=yes, ai-train=yes',
    'Content-Usage: train-ai=y, search=y',
    'Allow: /',
    ...(isStatic ? [] : ['Disallow: /v1/']),
    '',
    ...sitemapPaths(service).map(path => `Sitemap: ${baseUrl}${path}`),
    `Agentmap: ${baseUrl}/.well-known/ard.json`,
  ];
  return [{ paths: ['/robots.txt'], mediaType: plainText, text: `${lines.join('\n')}\n` }];
}
