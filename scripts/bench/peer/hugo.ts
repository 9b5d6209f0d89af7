/**
 * Hugo, building the same files with one layout that writes title and body: as it comes, with the lists, feeds and the sitemap
 * that it writes by default, as a catalog needs them too; or the pages alone, which is as little as it can be asked for.
 * Publishers are left out, since their field `url` means something else to it.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../process.ts';

const layout = '<!doctype html><title>{{.Title}}</title><h1>{{.Title}}</h1>{{.Content}}\n';

const pagesAlone = `disableKinds = ["taxonomy", "term", "RSS", "sitemap", "404", "home", "section"]
disableAliases = true
`;

/** Builds a content folder again, and gives the milliseconds that it took. */
export async function buildByHugo(
  folder: string,
  contentDir: string,
  extent: 'as it comes' | 'pages alone',
): Promise<number> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'layouts/_default'), { recursive: true });
  for (const name of ['single', 'list']) writeFileSync(join(folder, `layouts/_default/${name}.html`), layout);
  writeFileSync(
    join(folder, 'hugo.toml'),
    `baseURL = "http://catalog.test/"
${extent === 'pages alone' ? pagesAlone : ''}[[module.mounts]]
source = "${contentDir}"
target = "content"
excludeFiles = ["publishers/*"]
`,
  );
  return (await run(`hugo --quiet --source ${folder}`)).milliseconds;
}
