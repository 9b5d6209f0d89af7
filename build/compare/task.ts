/** A task in a comparison. */
import { escapeMarkdown } from '#build/text/plain-text.ts';
import { spendOf } from '../compose/cost.ts';
import { adviceOn, firstOf, type Task } from '../compose/task-line.ts';
import { newestStarters, taskPlace } from '../page/domain-lists.ts';
import type { Catalog } from '../source/catalog.ts';
import { type Cells, link, sentences } from './cell.ts';
import { balanceOf, heldOf } from './evidence.ts';

/** Where a task is described, and its cells. */
export function taskCells(taskClass: string, task: Task, catalog: Catalog): { path: string; cells: Cells } {
  const { team_pays_when: pays = [], team_does_not_pay_when: not = [], description, advice, test } = task;
  const starters = newestStarters(catalog);
  const held = heldOf(catalog).byTask.get(taskClass) ?? [];
  const cited = [...pays, ...not].filter(({ source }) => source !== undefined).length;
  const cases = (some: typeof pays) => sentences(some.map(each => each.case));
  const cells: Cells = {
    For: sentences([description]),
    'Begin with it when': pays.length > 0 ? `A team: ${cases(pays)}` : 'No case for a team is known.',
    ...(not.length > 0 && { 'Not when': `No team: ${cases(not)}` }),
    Roles: `Begin with ${firstOf(task, starters)}.`,
    Cost: costOf(task, catalog),
    ...(advice !== undefined && { 'How it fails': `${adviceOn(task, catalog)}` }),
    ...(test !== undefined && { 'How to check it': sentences([test]) }),
    Evidence: `${balanceOf(held)}. Of ${pays.length + not.length} cases ${cited} cite a record.`.replace(
      '..',
      '.',
    ),
    Status: 'In the catalog.',
  };
  return { path: taskPlace(taskClass, catalog), cells };
}

function costOf({ default: first = '', token_multiple: multiple }: Task, catalog: Catalog): string {
  const starter = newestStarters(catalog).get(first);
  const own = starter ? `At most ${spendOf(starter)}.` : 'No stated ceiling.';
  if (!multiple) return `${own} What a team takes is not known.`;
  const { low, high, source, conditions } = multiple;
  const record = link('record', `/research/${source}.md`);
  return `${own} A team took ${low} to ${high} times as much (${record}). ${escapeMarkdown(conditions)}`;
}
