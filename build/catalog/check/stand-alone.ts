/**
 * Findings that stand alone: each is also shown next to findings of other records, where "the same runs" means nothing.
 *
 * A `claim`, `conditions` or `limits` that begins with `The same`, or speaks `of the same log` or of `that scenario`, is
 * refused: it makes sense only to a reader of the whole record.
 */

import type { Finding } from '#document/kind/research-record.ts';
import type { Fault, UnplacedFault } from '#document/text/fault.ts';
import { placeAll } from '#document/text/validate.ts';
import type { ParsedSource } from '../source/source.ts';

const things = 'runs?|trials?|log|paper|study|scenario|comparison|incidents|questions|editors|designs|graphs';
const leaning = new RegExp(
  String.raw`^(?:the )?same\b|\b(?:of|from|in|by|on) the same (?:${things})\b|\bthat (?:${things})\b`,
  'i',
);

export function checkStandAlone({ kind, value, place }: ParsedSource): Fault[] {
  if (kind.kind !== 'research_record') return [];
  const unplaced = (value.findings as Finding[]).flatMap((finding, at) =>
    (['claim', 'conditions', 'limits'] as const).flatMap((field): UnplacedFault[] => {
      const words = leaning.exec(finding[field])?.[0];
      if (words === undefined) return [];
      const message = `\`${words}\` points to another finding, which a reader of findings pages does not see.`;
      const help = 'Name the runs, the benchmark or the study.';
      return [{ path: ['findings', at, field], rule: 'leaning-finding', message, help }];
    }),
  );
  return placeAll(unplaced, place);
}
