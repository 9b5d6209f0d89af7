/** `tenant export DIGEST`: writes signed documents as HTML pages, each as the reading edition shows it. */
import { join } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import { counted, print, say } from '../../support/output.ts';
import type { Connection } from './connection.ts';
import { digestOrFile } from './reference.ts';
import { saveFiles } from './save.ts';
import { collect } from './verify.ts';

/** The content security policy of an exported page: it loads and runs nothing, whatever a document contains. */
const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;

/**
 * Writes a recommendation or evidence, and all documents that it cites, as HTML files. The credential needs the scope
 * `artifacts:read`.
 * @param named the digest or file of the document
 * @param out the folder to write to
 * @throws Failure when a signature or a number does not hold; then nothing is written
 */
export async function exportPages(connection: Connection, named: string, out: string): Promise<void> {
  const texts = await collect(connection, digestOrFile(named));
  const { baseUrl, tenant } = connection;
  const { readingPage } = await import('#edition/page.ts');
  const { assets, files } = await import('#edition/asset.ts');
  const { withRoot } = await import('#edition/relative.ts');
  const beside = { site: new URL(baseUrl).host, crumbs: [], parts: [] };
  const style = `<style>${assets.style.text}</style>`;
  const signed = [...texts].filter(([name]) => texts.has(name.replace(/md$/, 'signature.md')));
  const pages = signed.map(([name, text]): [string, string] => {
    const path = `/v1/tenants/${tenant}/artifacts/sha256/${sha256Hex(text)}.md`;
    const page = readingPage({ path, text, baseUrl, files }, beside);
    // The first of each are those of the frame: text has `&lt;` in place of `<`.
    const alone = page
      .replace(/<script src="[^"]*"><\/script>/, () => policy)
      .replace(/<link rel="stylesheet"[^>]*>/, () => style);
    return [name.replace(/md$/, 'html'), withRoot(alone, `${baseUrl}/`)];
  });
  saveFiles(out, new Map(pages), true);
  for (const [name] of pages) print(join(out, name));
  say(`${counted(pages.length, 'page')}, each from a document whose signature was verified.`);
}
