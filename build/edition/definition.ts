/** Terms of the glossary: each is marked where a page first uses it, with its definition, which opens without a script. */
import { Html, html } from './html/html.ts';
import { readingLink } from './html/markdown.ts';
import { tagsAndTexts } from './html/split.ts';

/** The path of the guide that is the glossary. */
export const glossaryPath = '/guides/glossary.md';

/** A term of the glossary, with its definition. */
export interface Term {
  name: string;
  description: string;
}

/** The terms that pages do not explain, because people know their meaning or they are also verbs. */
const everyday = new Set(
  (
    'agent program role version default record loss lock question plan quote case arm run margin evidence log pin verify ' +
    'suite comparison domain checkpoint recommendation orchestrator handoff'
  ).split(' '),
);

/** The most terms that a page explains. With more, its text would be full of buttons. */
const maxTerms = 5;

/** Returns the terms of the glossary that occur in a text, without those in `everyday`. */
export function termsOn(text: string, glossary: readonly Term[]): Term[] {
  const words = text.toLowerCase();
  return glossary.filter(
    ({ name }) => !everyday.has(name.toLowerCase()) && words.includes(name.toLowerCase()),
  );
}

/** The tags of elements in whose text terms are explained. `leaves` matches the tags of elements within which none is. */
const explains = /^<(\/?)(?:p|li)\b/;
const leaves = /^<(\/?)(?:a|code|pre|h[1-6]|blockquote|button|summary|label|svg|table|figure|dfn)\b/;

/**
 * Marks the first use of each term in the running text of a page, for at most `maxTerms` terms.
 * @param terms the terms that the page uses
 * @returns the text with its marks, and the definitions that the marks open
 */
export function withDefinitions({ text }: Html, terms: readonly Term[]): { marked: Html; definitions: Html } {
  const left = new Map(terms.map(term => [term.name.toLowerCase(), term]));
  const shown: Term[] = [];
  let [inside, outside] = [0, 0];
  const parts = tagsAndTexts(text).map(part => {
    if (part.startsWith('<')) {
      inside += stepOf(explains, part);
      outside += stepOf(leaves, part);
      return part;
    }
    return inside > 0 && outside === 0 ? marked(part, left, shown) : part;
  });
  return { marked: new Html(parts.join('')), definitions: new Html(shown.map(definitionOf).join('')) };
}

const stepOf = (element: RegExp, tag: string): number => {
  const [, isEnd] = element.exec(tag) ?? [];
  return isEnd === undefined ? 0 : isEnd === '/' ? -1 : 1;
};

/**
 * Marks one term in a text, removes it from `left` and adds it to `shown`; returns the text unchanged if it has none. It marks
 * only one term, because a second one could be within the markup of the first. The button lies over the word, which stays a part of
 * the text: browsers do not copy the text of buttons, and converters to plain text leave it out.
 */
function marked(text: string, left: Map<string, Term>, shown: Term[]): string {
  if (shown.length >= maxTerms) return text;
  const found = [...left].find(([word]) => placeOf(word, text) >= 0);
  if (!found) return text;
  const [word, term] = found;
  left.delete(word);
  shown.push(term);
  const at = placeOf(word, text);
  const end = at + word.length;
  const button = html`<button type="button" popovertarget="${idOf(term)}" aria-label="Definition of ${term.name}"></button>`;
  const mark = html`<dfn>${text.slice(at, end)}${button}</dfn>`;
  return text.slice(0, at) + mark.text + text.slice(end);
}

/** Returns the index of a word in a text, alone or with a final s; -1 if the word does not occur there. */
function placeOf(word: string, text: string): number {
  const words = text.toLowerCase();
  for (let at = words.indexOf(word); at >= 0; at = words.indexOf(word, at + 1)) {
    const [before = ' ', after = ' '] = [words[at - 1], words.slice(at + word.length).replace(/^s/, '')[0]];
    if (!/[\w-]/.test(before) && !/[\w-]/.test(after)) return at;
  }
  return -1;
}

const idOf = ({ name }: Term): string => `term-${name.toLowerCase().replaceAll(' ', '-')}`;

const definitionOf = (term: Term): string =>
  html`
  <div popover id="${idOf(term)}" class="term">
    <p><b>${term.name}:</b> ${term.description}</p>
    <p><a href="${readingLink(glossaryPath)}">All terms</a></p>
  </div>`.text;
