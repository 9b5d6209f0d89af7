/**
 * Basis: a finding rests on a sentence of its source, which editors keep beside it.
 *
 * - a finding whose `claim` states a figure that neither its `basis.sentence` nor its quote has is refused
 * - `result` may gather figures of several places: one of which the sentence states none, although it has figures, is refused too
 * - findings without a basis are named in one warning: their sources must be looked up again.
 */
import type { Fault, UnplacedFault } from '#document/text/fault.ts';
import { plural } from '#document/text/plain-text.ts';
import { placeAll } from '#document/text/validate.ts';
import type { Catalog } from '../source/catalog.ts';
import { figuresOf, states } from '../source/figure.ts';
import type { ParsedSource } from '../source/source.ts';
import type { SourceFault } from '../source/source-fault.ts';

interface Written {
  id: string;
  claim: string;
  result?: string;
  quote?: string;
  basis?: { sentence: string; place: string };
}

export function checkBasis({ kind, written, place }: ParsedSource): Fault[] {
  if (kind.kind !== 'research_record') return [];
  return placeAll((written.findings as Written[]).flatMap(unstated), place);
}

function unstated({ id, claim, result = '', basis, quote = '' }: Written, at: number): UnplacedFault[] {
  if (!basis) return [];
  const known = figuresOf(`${basis.sentence} ${basis.place} ${quote}`);
  const isKnown = (figure: ReturnType<typeof figuresOf>[number]) => known.some(each => states(each, figure));
  const claimed = figuresOf(claim).find(
    figure => !isKnown(figure) && !figuresOf(result).some(each => states(each, figure)),
  );
  const found = figuresOf(result);
  const isElsewhere = figuresOf(basis.sentence).length === 0 || found.some(isKnown);
  const wrong = claimed ?? (isElsewhere || /\d(?: and|,)/.test(result) ? undefined : found[0]);
  if (!wrong) return [];
  const message = `The finding \`${id}\` states \`${wrong.text}\`, which its \`basis.sentence\` does not.`;
  const help = 'Give the sentence that states it, or the figure as the sentence does.';
  return [{ path: ['findings', at, 'basis', 'sentence'], rule: 'figure-not-in-basis', message, help }];
}

/** One warning for all findings without a basis. */
export function checkBases({ research }: Catalog): SourceFault[] {
  const without = [...research.values()].filter(({ facts }) => facts.unfounded.length > 0);
  const [first] = without;
  if (!first) return [];
  const count = without.reduce((sum, { facts }) => sum + facts.unfounded.length, 0);
  const message = `${plural(count, 'finding')} in ${plural(without.length, 'record')} without \`basis\`, of which this is the first record.`;
  const help =
    'Add `basis:` with the `sentence` that the finding rests on and its `place`, when you next read the source.';
  return [{ ...first.message(['findings'], 'no-basis', message, help), severity: 'warning' }];
}
