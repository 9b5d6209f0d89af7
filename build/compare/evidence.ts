/** Findings as a comparison counts them. */
import { findingsOf, type Held } from '../page/findings.ts';
import type { Catalog } from '../source/catalog.ts';
import { oncePer } from '../text/once-per.ts';
import { plural } from '../text/plain-text.ts';

/** The findings that hold, under each pattern and each task class that they are about. */
export const heldOf = oncePer((catalog: Catalog): { byPattern: Groups; byTask: Groups } => {
  const [byPattern, byTask]: [Groups, Groups] = [new Map(), new Map()];
  const put = (groups: Groups, key: string, held: Held) => {
    const group = groups.get(key);
    if (group) group.push(held);
    else groups.set(key, [held]);
  };
  for (const held of findingsOf(catalog)) {
    const { superseded_by, patterns, task_class } = held.finding;
    if (superseded_by) continue;
    for (const slug of new Set(patterns)) put(byPattern, slug, held);
    if (task_class) put(byTask, task_class, held);
  }
  return { byPattern, byTask };
});

type Groups = Map<string, Held[]>;

/** `3 for, 1 undecided, 2 against`. */
export function sidesOf(held: readonly Held[]): string {
  const count = (direction: string) => held.filter(({ finding }) => finding.direction === direction).length;
  return `${count('supports')} for, ${count('mixed')} undecided, ${count('against')} against`;
}

/** `6 findings in 4 records, 3 of them read in full: 3 for, 1 undecided, 2 against`. */
export function balanceOf(held: readonly Held[]): string {
  if (held.length === 0) return 'No finding.';
  const records = new Set(held.map(({ record }) => record));
  const whole = [...records].filter(({ more }) => more.grade === 'read').length;
  const number = plural(held.length, 'finding');
  return `${number} in ${plural(records.size, 'record')}, ${whole} of them read in full: ${sidesOf(held)}`;
}
