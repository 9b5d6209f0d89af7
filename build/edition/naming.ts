/** Identifiers in the words of people: a task class by its title, a research record by author and year. */
import { Html } from './html/html.ts';

/** What may be the name of a task class or of a record. */
const identifier = /[a-z]+\.[a-z_]+|[a-z0-9]+(?:-[a-z0-9]+)+/g;

/** Returns the names of the tasks and records that a text mentions, by the path of each. */
export function namesIn(text: string, names: ReadonlyMap<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const word of new Set(text.match(identifier))) {
    const path = `/${word.includes('.') ? 'tasks' : 'research'}/${word}.md`;
    const name = names.get(path);
    if (name !== undefined) found[path] = name;
  }
  return found;
}

const link = /(<a [^>]*href="[^"]*\/(research|tasks)\/([\w.-]+)\.html(?:#[^"]*)?"[^>]*>)([^<]*)<\/a>/g;

/** Elements whose text stays as it is. */
const kept = /^<(\/?)(?:code|pre|svg|script)\b/;

/**
 * Writes a page in the words of people: a link to a record or a task reads as its name, and a task class in a text as its title, with the
 * identifier small behind it. Code stays as it is.
 */
export function inWords({ text }: Html, titles: Record<string, string> = {}): Html {
  const linked = text.replace(link, (whole, open: string, folder: string, name: string, words: string) => {
    const title = titles[`/${folder}/${name}.md`];
    return title !== undefined && (words === name || words === name.split('.')[1])
      ? `${open}${title}</a>`
      : whole;
  });
  let depth = 0;
  const parts = linked.split(/(<[^>]*>)/).map(part => {
    const [, isEnd] = kept.exec(part) ?? [];
    if (isEnd !== undefined) depth += isEnd === '/' ? -1 : 1;
    if (depth > 0 || part.startsWith('<')) return part;
    return part.replace(/(?<![\w./=-])[a-z]+\.[a-z_]+(?![\w/-])/g, id => {
      const title = titles[`/tasks/${id}.md`];
      return title === undefined ? id : `${title} <small><code>${id}</code></small>`;
    });
  });
  return new Html(parts.join(''));
}
