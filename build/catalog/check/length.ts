/**
 * Length: what editors write has a limit on what it costs a reader, in tokens of the o200k encoding.
 *
 * A pattern of 1,401 tokens is refused with its count and the limit. A page that the build makes itself has none: its lists
 * continue on further pages (`build/page/compose/paging.ts`), so that nothing an editor adds is refused for what others wrote. If you reach a
 * limit, cut what readers can do without; raise the limit only as a last resort.
 */
import type { DomainFacts, PlainFacts } from '../source/facts.ts';
import type { SourceFault } from '../source/source-fault.ts';
import { tokensOf } from '../source/token-count.ts';

/** A source whose length is to be checked. */
interface Measured {
  /** Relative to `content/`. */
  name: string;
  /** As messages show it. */
  file: string;
  facts: { tokens?: number; more: unknown };
}

interface Limit {
  /** What it applies to, as a message names it. */
  what: string;
  names: RegExp;
  tokens: number;
}

/** The first row that matches the name of a source applies. The records in `trust/` have none: nobody could shorten them. */
const limits: readonly Limit[] = [
  { what: 'a pattern', names: /^patterns\//, tokens: 1400 },
  { what: 'a research record', names: /^research\//, tokens: 1500 },
  { what: 'the method of comparisons', names: /^comparisons\/method\.md$/, tokens: 6000 },
  // It states every number that follows from a table, with the digests of all files that it is from.
  { what: 'a comparison', names: /^comparisons\/.*\.md$/, tokens: 32_000 },
  { what: 'a starter', names: /^starters\//, tokens: 2900 },
  { what: 'a formation', names: /^formations\//, tokens: 3300 },
  { what: 'the tool vocabulary', names: /^tools\.md$/, tokens: 4000 },
  { what: 'a publisher', names: /^publishers\//, tokens: 400 },
  { what: 'a page of the contract', names: /^docs\//, tokens: 2500 },
  { what: 'a guide', names: /^guides\//, tokens: 1750 },
  { what: 'the text of a domain', names: /^domains\//, tokens: 550 },
  { what: 'the introduction', names: /^site\.md$/, tokens: 450 },
  { what: 'the text of the status page', names: /^status\.md$/, tokens: 600 },
];

/** What is written of one task of a domain, its cases included. */
const taskTokens = 250;

/** A part of a source, its length and its limit. */
interface Length {
  source: Measured;
  what: string;
  tokens: number;
  limit: number;
}

/** What is too long. */
export const checkLengths = ({ sources }: { sources: readonly Measured[] }): SourceFault[] =>
  sources
    .flatMap(lengthsOf)
    .filter(({ tokens, limit }) => tokens > limit)
    .map(({ source, what, tokens, limit }) => ({
      file: source.file,
      field: '',
      rule: 'page-length',
      message: `\`${source.name}\` has ${shown(tokens)} tokens; ${what} may have ${shown(limit)}.`,
      help: 'Shorten it: say each thing once, and leave out what the reader could do without.',
      line: 1,
      column: 1,
    }));

const shown = (count: number): string => count.toLocaleString('en');

/** The lengths of a source that have a limit. */
function lengthsOf(source: Measured): Length[] {
  const row = limits.find(({ names }) => names.test(source.name));
  if (!row) return [];
  const { tokens, more } = source.facts;
  const own = { source, what: row.what, tokens: tokens ?? bodyTokens(more), limit: row.tokens };
  return row.names.test('domains/') ? [own, ...tasksOf(source)] : [own];
}

/** The tokens of the text of a source that is a part of a page. */
const bodyTokens = (more: unknown): number => tokensOf((more as PlainFacts).body ?? '');

function tasksOf(source: Measured): Length[] {
  const { tasks, domain } = source.facts.more as DomainFacts;
  return tasks.map(task => {
    const {
      description,
      first = '',
      advice = '',
      test = '',
      team_pays_when: pays = [],
      team_does_not_pay_when: not = [],
    } = task;
    const texts = [
      description,
      first,
      advice,
      test,
      task.token_multiple?.conditions ?? '',
      ...[...pays, ...not].map(each => each.case),
    ];
    const tokens = texts.reduce((sum, text) => sum + tokensOf(text), 0);
    return { source, what: `the task \`${domain}.${task.name}\``, tokens, limit: taskTokens };
  });
}
