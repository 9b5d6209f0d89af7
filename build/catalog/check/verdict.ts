/**
 * Verdicts: a task begins with what most of its findings speak for, or says why it does not.
 *
 * `default: solo-reviewer` where two findings are for a team and none is against one is refused without `because`. Where as many are on
 * each side, one agent needs no reason, since it is the cheaper.
 */
import { balanceOf } from '../../document/effect/verdict.ts';
import type { Catalog } from '../source/catalog.ts';
import type { SourceFault } from '../source/source-fault.ts';
import { defaultOf, findingsOnTask, lacksReason } from '../source/task-evidence.ts';
import { offered } from '../source/version-order.ts';

export function checkVerdicts(catalog: Catalog): SourceFault[] {
  const starters = new Map(offered(catalog.starters).map(([newest]) => [newest!.more.name, newest!]));
  return [...catalog.domains.values()].flatMap(domain =>
    domain.more.tasks.flatMap((task, at) => {
      const found = findingsOnTask(`${domain.more.domain}.${task.name}`, task, catalog);
      const first = defaultOf(task, starters);
      if (!lacksReason(task, found, first)) return [];
      const { for: pro, against } = balanceOf(found);
      const message = `Of the findings on \`${task.name}\`, ${pro} are for a team and ${against} against, and it begins with ${first.name}.`;
      const help = 'Add `because:` with the reason, as the rest of a sentence, or change `default`.';
      return [domain.message(['tasks', at], 'verdict-without-reason', message, help)];
    }),
  );
}
