/** The surroundings of a task's page: a team and one agent side by side, and both sides of the findings. */

import type { Beside, Cost } from './beside.ts';
import { comparedRows, teamRow } from './drawing/effect/row.ts';
import { type Library, type LibraryPage, names } from './library.ts';

/** Returns the budget of one run of a version, with its path and its name. */
export function costOf({ path, fields }: LibraryPage): Cost {
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
    ...(typeof fields.calls === 'number' && { calls: fields.calls }),
  };
}

/** Gathers what the page of a task shows from other pages: budgets, comparisons and findings. */
export function decisionPart(library: Library, { fields }: LibraryPage): Partial<Beside> {
  const costAt = (path: unknown): Cost | undefined => {
    const page = library.pages.get(String(path));
    return page?.fields.budget ? costOf(page) : undefined;
  };
  const alone =
    costAt(fields.control) ?? (fields.default === 'one_agent' ? costAt(fields.starter) : undefined);
  const team = costAt(fields.team);
  const compared = library.comparisons.filter(page => page.fields.task_class === fields.task_class);
  return {
    decision: { ...(alone && { alone }), ...(team && { team }) },
    effects: [
      ...comparedRows(compared),
      ...names(fields.findings).flatMap(at => {
        const finding = library.findingsAt.get(at);
        return finding ? [teamRow(finding)] : [];
      }),
    ],
  };
}
