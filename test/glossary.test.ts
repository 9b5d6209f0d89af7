/** The glossary: a guide links the words of this catalog to it where it uses them first. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const folder = join(import.meta.dirname, '../content/guides');

/** Written by a test from the routes that the server declares. */
const generated: ReadonlySet<string> = new Set(['tenant-routes.md']);

/** The words, and where a link that explains one may lead. `lock` and `evidence` are words of evaluations alone: elsewhere they are plain English. */
const everywhere: readonly [word: RegExp, to: RegExp][] = [
  [/\bstarters?\b/i, /^\/(?:guides\/glossary|starters\/index)\.md/],
  [/\bformations?\b/i, /^\/(?:guides\/glossary|formations\/index)\.md/],
  [/\bpatterns?\b/i, /^\/(?:guides\/glossary|patterns\/index)\.md/],
  [/\b(?:the|a|its|no) controls?\b(?! flow)/i, /^\/guides\/glossary\.md/],
];
const ofEvaluations: typeof everywhere = [
  [/\blocks?\b/i, /^\/guides\/glossary\.md/],
  [/\bevidence\b/i, /^\/guides\/glossary\.md/],
];

/** The paragraphs and lists of a guide in order, without headings, tables, code and examples. */
function proseOf(text: string): string {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, '').replace(/^ *```[\s\S]*?^ *```$/gm, '');
  return body
    .split('\n')
    .filter(line => !/^(?:#|\||>| {4})/.test(line))
    .join('\n')
    .replace(/`[^`\n]*`/g, '');
}

/** Whether the first use of a word is within a link that explains it, or the word is not used; links to anything else are no use. */
function isExplained(prose: string, word: RegExp, to: RegExp): boolean {
  const marked = prose.replace(/\[([^\]]*)\]\(([^)\s]*)\)/g, (_, label: string, url: string) =>
    to.test(url) && word.test(` the ${label}`) ? '\u0001' : url.startsWith('/') ? '' : label,
  );
  const at = marked.search(word);
  const linked = marked.indexOf('\u0001');
  return at < 0 || (linked >= 0 && linked < at);
}

for (const file of readdirSync(folder).filter(name => !generated.has(name) && name !== 'glossary.md')) {
  test(`${file} explains the words of the catalog where it uses them first`, () => {
    const prose = proseOf(readFileSync(join(folder, file), 'utf8'));
    const words = /^(?:tenant|first-evaluation)/.test(file) ? [...everywhere, ...ofEvaluations] : everywhere;
    const missing = words.filter(([word, to]) => !isExplained(prose, word, to)).map(([word]) => word.source);
    assert.deepEqual(missing, [], `link the first use of these words to /guides/glossary.md in ${file}`);
  });
}
