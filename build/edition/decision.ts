/**
 * The facts beside the text on the page of a task: the caps that the files of one agent and of a
 * team enforce, and what was measured.
 */

import type { Beside, Cost } from './beside.ts';
import { comparedRows, taskRows } from './drawing/effect/row.ts';
import { type Library, type LibraryPage, names } from './library.ts';

/** Returns the budget of one run of a version, with its path and its name. */
function costOf({ path, fields }: LibraryPage): Cost {
  const budget = fields.budget as {
    input_tokens: number;
    output_tokens: number;
    elapsed_milliseconds: number;
  };
  return {
    path,
    title: String(fields.name),
    input: budget.input_tokens,
    output: budget.output_tokens,
    milliseconds: budget.elapsed_milliseconds,
  };
}

/** Gathers the facts from other pages that the page of a task shows: budgets, comparisons and findings. */
export function decisionPart(library: Library, { fields }: LibraryPage): Partial<Beside> {
  const costAt = (path: unknown): Cost | undefined => {
    const page = library.pages.get(String(path));
    return page?.fields.budget ? costOf(page) : undefined;
  };
  const alone =
    costAt(fields.control) ?? (fields.default === 'one_agent' ? costAt(fields.starter) : undefined);
  const team = costAt(fields.team);
  const compared = library.comparisons.filter(page => page.fields.task_class === fields.task_class);
  const found = taskRows(names(fields.findings).flatMap(at => library.findingsAt.get(at) ?? []));
  // An arm of a comparison is a pattern, which may be one agent: none of them is for or against a team.
  const context = [...comparedRows(compared), ...found.context];
  return {
    decision: { ...(alone && { alone }), ...(team && { team }), samples: found.samples, context },
    effects: found.counted,
  };
}
