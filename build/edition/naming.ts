/** Names that people use in place of identifiers: the title of a task class, and the authors and year of a research record. */
import { Html } from './html/html.ts';
import { tagsAndTexts } from './html/split.ts';

/** Returns the names of the tasks and records whose identifiers occur in a text, by the path of the page of each. */
export function namesIn(text: string, names: ReadonlyMap<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const word of new Set(text.split(/[^a-z0-9_.-]/))) {
    const id = trimmed(word.replace('.html', '').replace('.md', ''));
    const path = `/${id.includes('.') ? 'tasks' : 'research'}/${id}.md`;
    const name = names.get(path);
    if (name !== undefined) found[path] = name;
  }
  return found;
}

/** Returns a word without the full stops and hyphens at its ends. */
const trimmed = (word: string): string => {
  let [begin, end] = [0, word.length];
  while (begin < end && '.-'.includes(word[begin]!)) begin += 1;
  while (end > begin && '.-'.includes(word[end - 1]!)) end -= 1;
  return word.slice(begin, end);
};

/** The tags of elements whose text is not changed. */
const kept = /^<(\/?)(?:code|pre|svg|script)\b/;

/**
 * Replaces identifiers by names: the text of a link to a record or task becomes its name, and a task class in a text becomes its
 * title, followed by the identifier in small type. Code stays unchanged.
 */
export function inWords({ text }: Html, titles: Record<string, string> = {}): Html {
  let depth = 0;
  let linked: string | undefined;
  const parts = tagsAndTexts(text).map(part => {
    if (part.startsWith('<')) {
      const [, isEnd] = kept.exec(part) ?? [];
      if (isEnd !== undefined) depth += isEnd === '/' ? -1 : 1;
      linked = part.startsWith('<a ') ? pathOf(part) : undefined;
      return part;
    }
    const title = linked === undefined ? undefined : titles[linked];
    if (title !== undefined && isIdOf(part, linked!)) return title;
    return depth > 0 ? part : withTitles(part, titles);
  });
  return new Html(parts.join(''));
}

/** Returns the Markdown path of the record or task to which a link leads; undefined for any other link. */
function pathOf(tag: string): string | undefined {
  const [, address = ''] = / href="([^"]*)"/.exec(tag) ?? [];
  const [folder = '', name = ''] = address.split('#')[0]!.split('/').slice(-2);
  return /^(?:research|tasks)$/.test(folder) ? `/${folder}/${name.replace('.html', '.md')}` : undefined;
}

/** Tells whether a text is the identifier of the page at a path. For a task class, the part after the domain counts too. */
function isIdOf(text: string, path: string): boolean {
  const id = path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
  return text === id || text === id.split('.')[1];
}

const withTitles = (text: string, titles: Record<string, string>): string =>
  text.replace(/(?<![\w./=-])[a-z]+\.[a-z_]+(?![\w/-])/g, id => {
    const title = titles[`/tasks/${id}.md`];
    return title === undefined ? id : `${title} <small><code>${id}</code></small>`;
  });
