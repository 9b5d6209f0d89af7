/**
 * Findings within a record: ids are unique, and a finding is superseded only by another one of the same record.
 *
 * - `superseded_by: r2-v3` without a finding `r2-v3`, or naming itself, is refused
 * - findings that supersede each other in a round are refused: none of them would be left.
 */

import type { Finding } from '#document/kind/research-record.ts';
import type { Fault, UnplacedFault } from '#document/text/fault.ts';
import { didYouMean, placeAll } from '#document/text/validate.ts';
import type { ParsedSource } from '../source/source.ts';

export function checkSuperseded({ kind, value, place }: ParsedSource): Fault[] {
  if (kind.kind !== 'research_record') return [];
  const findings = value.findings as Finding[];
  const ids = findings.map(finding => finding.id);
  return placeAll(
    findings.flatMap((finding, index) => [
      ...duplicate(ids, index),
      ...dangling(ids, finding, index),
      ...round(findings, index),
    ]),
    place,
  );
}

function duplicate(ids: readonly string[], index: number): UnplacedFault[] {
  if (ids.indexOf(ids[index]!) === index) return [];
  const message = `The finding id \`${ids[index]}\` appears twice.`;
  return [
    {
      path: ['findings', index, 'id'],
      rule: 'duplicate-id',
      message,
      help: 'Give each finding an id of its own.',
    },
  ];
}

function dangling(ids: readonly string[], finding: Finding, index: number): UnplacedFault[] {
  const successor = finding.superseded_by;
  if (successor === undefined || (ids.includes(successor) && successor !== finding.id)) return [];
  const message = `\`superseded_by\` names \`${successor}\`, which is no other finding of this record.`;
  const help = `Name one of: ${ids.filter(id => id !== finding.id).join(', ')}.${didYouMean(successor, ids)}`;
  return [{ path: ['findings', index, 'superseded_by'], rule: 'unknown-finding', message, help }];
}

/** A finding that leads back to itself over its successors; said once, of the first of them. */
function round(findings: readonly Finding[], index: number): UnplacedFault[] {
  const passed = [findings[index]!.id];
  for (let here = findings[index]; here?.superseded_by !== undefined; ) {
    const next = here.superseded_by;
    const at = findings.findIndex(({ id }) => id === next);
    if (next === passed[0]) break;
    if (at < index || passed.includes(next)) return [];
    passed.push(next);
    here = findings[at];
  }
  const last = findings.find(({ id }) => id === passed.at(-1));
  if (passed.length === 1 || last?.superseded_by !== passed[0]) return [];
  const message = `The findings ${passed.map(id => `\`${id}\``).join(', ')} supersede each other.`;
  const help = 'Remove `superseded_by` from the one that holds today.';
  return [{ path: ['findings', index, 'superseded_by'], rule: 'superseded-round', message, help }];
}
