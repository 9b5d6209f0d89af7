/** Questions that are made to cost, in families: what a stranger can make of the words of the catalog, as long as a question may be. */

import { wordsOf } from '#edition/search/words.ts';
import { manifestIn } from './shared.ts';

/** How long a question may be. */
export const longestQuestion = 2000;

/** Makes questions of one sort, each of which is asked for the first time: the answers to others are remembered, and cost nothing. */
interface QuestionFamily {
  name: string;
  make(size: number): string;
}

let questions = 0;

/** Families of costly questions for the catalog in a folder. */
export async function questionFamilies(distDir: string): Promise<QuestionFamily[]> {
  const { texts, words } = materialOf(distDir);
  const family = (name: string, wordAt: (at: number, turn: number) => string): QuestionFamily => ({
    name,
    make(size) {
      questions += 1;
      let text = questions.toString(36);
      for (let at = 0; text.length < size; at += 1) text += ` ${wordAt(at, questions)}`;
      return text.slice(0, size);
    },
  });
  /** The words of a list in turns, a third of them left out, and others each time. */
  const of = (list: readonly string[]) => (at: number, turn: number) =>
    list[(Math.floor((at * 3) / 2) + (turn % 7)) % list.length]!;
  const short = words.filter(word => word.length < 7);
  const long = words.filter(word => word.length > 8);
  return [
    family('words of most pages', of(words)),
    family('short words of most pages', of(short)),
    family('long words', of(long)),
    family('rare words', of([...words].reverse())),
    family('slips', (at, turn) => slip(long[(at * 31 + turn * 7) % long.length]!)),
    family('beginnings', (at, turn) => words[(at * 17 + turn) % words.length]!.slice(0, 4)),
    family('words nearly known, and long', (at, turn) =>
      `${words[(at * 13 + turn) % words.length]}orchestrationverification`.slice(0, 24),
    ),
    family('words of nobody', (at, turn) => Math.imul(at + turn * 400, 0x9e3779b1).toString(36)),
    family('few slips', (at, turn) => (at < 19 ? slip(long[(at * 31 + turn * 7) % long.length]!) : '')),
    family('few beginnings', (at, turn) => (at < 19 ? words[(at * 17 + turn) % 500]!.slice(0, 4) : '')),
    family('sentences of the catalog', (at, turn) => texts[(at * 7 + turn) % texts.length]!),
    family('letters', at => String.fromCharCode(97 + (at % 26))),
    family('marks', () => "a'b,"),
    family('letters that fall apart', () => '\u{fdfa}'),
  ];
}

/** A word with one letter wrong. */
const slip = (word: string): string => `${word.slice(0, 4)}q${word.slice(5)}`;

/** The texts that search knows of a catalog, and their words, those of most pages first. */
function materialOf(distDir: string): { texts: string[]; words: string[] } {
  const frequencies = new Map<string, number>();
  const texts: string[] = [];
  for (const { title = '', description = '', search } of manifestIn(distDir).pages) {
    if (!search) continue;
    texts.push(description, ...(search.situations ?? []).flatMap(({ phrases }) => phrases));
    for (const word of new Set(wordsOf(`${title} ${description} ${JSON.stringify(search)}`)))
      frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  const words = [...frequencies].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([word]) => word);
  return { texts: texts.filter(text => text !== ''), words: words.filter(word => word.length > 1) };
}
