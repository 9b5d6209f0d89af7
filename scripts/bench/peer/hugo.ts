/**
 * Hugo, building the same files with as little as it can be asked for: one layout that writes title and body, and no lists,
 * feeds, sitemaps or aliases. Publishers are left out, since their field `url` means something else to it.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../process.ts';

const layout = '<!doctype html><title>{{.Title}}</title><h1>{{.Title}}</h1>{{.Content}}\n';

/** Builds a content folder anew, and gives the milliseconds that it took. */
export async function buildByHugo(folder: string, contentDir: string): Promise<number> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'layouts/_default'), { recursive: true });
  for (const name of ['single', 'list']) writeFileSync(join(folder, `layouts/_default/${name}.html`), layout);
  writeFileSync(
    join(folder, 'hugo.toml'),
    `baseURL = "http://catalog.test/"
disableKinds = ["taxonomy", "term", "RSS", "sitemap", "404", "home", "section"]
disableAliases = true
[[module.mounts]]
source = "${contentDir}"
target = "content"
excludeFiles = ["publishers/*"]
`,
  );
  return (await run(`hugo --quiet --source ${folder}`)).milliseconds;
}
