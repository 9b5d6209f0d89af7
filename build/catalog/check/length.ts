/**
 * Checks that what editors write costs a reader no more than a limit, in tokens of the o200k encoding.
 *
 * A pattern of 1,401 tokens is refused with its count and the limit. A page that the build makes itself has no limit: its lists
 * continue on further pages (`build/page/compose/paging.ts`), so that nothing an editor adds is refused for what others wrote. If
 * you reach a limit, cut what readers can do without; raise the limit only as a last resort.
 */
import type { DomainFacts, PlainFacts } from '../source/facts.ts';
import { fileFault, type SourceFault } from '../source/source-fault.ts';
import { tokensOf } from '../source/token-count.ts';

/** A source whose length is to be checked. */
interface Measured {
  /** The path of the file relative to `content/`. */
  name: string;
  /** The name of the file as messages show it. */
  file: string;
  facts: { tokens?: number; more: unknown };
}

/**
 * The limits of sources. The first row that matches the name of a source applies. Records in `trust/` have no limit, since nobody
 * could shorten them.
 */
const limits: readonly [what: string, names: RegExp, tokens: number][] = [
  ['a pattern', /^patterns\//, 1400],
  ['a research record', /^research\//, 1500],
  ['the method of comparisons', /^comparisons\/method\.md$/, 6000],
  // It states every number that follows from a table, with the digests of all files that it is from.
  ['a comparison', /^comparisons\/.*\.md$/, 32_000],
  ['a starter', /^starters\//, 2900],
  ['a formation', /^formations\//, 3300],
  ['the tool vocabulary', /^tools\.md$/, 4000],
  ['a publisher', /^publishers\//, 400],
  ['a page of the contract', /^docs\//, 2500],
  ['a guide', /^guides\//, 1750],
  ['the text of a domain', /^domains\//, 550],
  ['the introduction', /^site\.md$/, 450],
  ['the text of the status page', /^status\.md$/, 600],
];

/** The most tokens for one task of a domain, including its cases. */
const taskTokens = 250;

/** A part of a source, its length and its limit, in tokens. */
type Length = [what: string, tokens: number, limit: number];

/** Returns a fault for each source, and for each task in a source, with more tokens than its limit. */
export const checkLengths = ({ sources }: { sources: readonly Measured[] }): SourceFault[] =>
  sources.flatMap(source =>
    lengthsOf(source)
      .filter(([, tokens, limit]) => tokens > limit)
      .map(([what, tokens, limit]) => {
        const message = `\`${source.name}\` has ${shown(tokens)} tokens, but ${what} may have at most ${shown(limit)}.`;
        const help = 'Shorten it. Say each thing once, and leave out what the reader could do without.';
        return { file: source.file, ...fileFault('page-length', message, help) };
      }),
  );

const shown = (count: number): string => count.toLocaleString('en');

/**
 * Returns the lengths of a source that have a limit: its page (or its body, if its page is made from several sources), and each
 * task.
 */
function lengthsOf({ name, facts: { tokens, more } }: Measured): Length[] {
  const [what, , limit] = limits.find(([, names]) => names.test(name)) ?? [];
  if (what === undefined) return [];
  const own: Length = [what, tokens ?? tokensOf((more as PlainFacts).body ?? ''), limit!];
  return name.startsWith('domains/') ? [own, ...tasksOf(more as DomainFacts)] : [own];
}

const tasksOf = ({ tasks, domain }: DomainFacts): Length[] =>
  tasks.map(task => {
    const { team_pays_when: pays = [], team_does_not_pay_when: not = [] } = task;
    const texts = [task.description, task.first, task.advice, task.test];
    const cases = [...pays, ...not].map(each => each.case);
    const tokens = [...texts, ...cases].reduce<number>((sum, text = '') => sum + tokensOf(text), 0);
    return [`the task \`${domain}.${task.name}\``, tokens, taskTokens];
  });
