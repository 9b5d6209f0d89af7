/** The tool `report_outcome`: redeems a ticket, and returns the advice of the catalog for the outcome. */
import { z } from 'zod';
import { type CompactOutcome, compactOutcomes } from '#document/message/outcome.ts';
import { isPlainLine } from '#document/text/characters.ts';
import { Refusal } from '../../support/refusal.ts';
import { adviceAfter } from '../advice.ts';
import type { Call } from '../context.ts';
import type { Redemption } from '../ticketing.ts';
import { defineTool, ToolError, textResult } from './tool.ts';

const maxNote = 280;

export const reportOutcome = defineTool({
  name: 'report_outcome',
  title: 'Report an outcome',
  description:
    'Reports once what happened after you used a page that came with a use ticket. Takes the ticket and one outcome, and ' +
    'answers with a pitfall, a check or a pairing for that page. Only aggregates are published. ' +
    `The note (at most ${maxNote} characters) is checked and thrown away. If you got no ticket, report nothing.`,
  input: {
    ticket: z.string().min(1).max(1024).describe('use_ticket as received'),
    outcome: z.enum(compactOutcomes),
    note: z
      .string()
      .refine(isNote, `at most ${maxNote} characters on one line, no control or invisible characters`)
      .meta({ maxLength: maxNote })
      .optional(),
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async answer({ ticket, outcome }, call) {
    const { subject, acceptedAt, replayed } = await redeem({ ticket, outcome }, call);
    const again = replayed ? ' This report was accepted before, and nothing was counted twice.' : '';
    const accepted = `Accepted at ${acceptedAt}: ${outcome} for ${subject.kind} ${subject.subject}.${again}`;
    return textResult(accepted, await adviceAfter(outcome, subject, call.context.site()));
  },
});

/** Tells whether a note is short enough, counted in characters as people see them, and has no hidden ones. */
function isNote(note: string): boolean {
  return note.length <= 2 * maxNote && [...note].length <= maxNote && isPlainLine(note);
}

/**
 * Redeems a ticket with a compact report.
 * @throws ToolError that says what is wrong and what to do, since the model that called the tool sees neither status nor
 *   headers
 */
async function redeem(
  report: { ticket: string; outcome: CompactOutcome },
  { context }: Call,
): Promise<Redemption> {
  try {
    return await context.tickets.redeem(report);
  } catch (error) {
    if (error instanceof Refusal) throw new ToolError(error.message);
    throw error;
  }
}
