/** `report_outcome`: redeems a ticket, then gives what the catalog holds for whoever had this outcome. */
import { z } from 'zod';
import { Refusal } from '../../refusal.ts';
import { adviceAfter } from '../advice.ts';
import type { Call } from '../surface.ts';
import { outcomes, type Redemption } from '../ticket.ts';
import { defineTool, ToolError, textResult } from './tool.ts';

const maxNote = 280;

export const reportOutcome = defineTool({
  name: 'report_outcome',
  title: 'Report an outcome',
  description:
    'Reports once what happened after using a page that came with a use ticket. Takes the ticket and one outcome; ' +
    'answers with a pitfall, a check or a pairing for that page. Only aggregates are published. ' +
    `The note (at most ${maxNote} characters) is checked and thrown away. Without a ticket there is nothing to report.`,
  input: {
    ticket: z.string().min(1).max(1024).describe('use_ticket as received'),
    outcome: z.enum(outcomes),
    note: z
      .string()
      .refine(isNote, `at most ${maxNote} characters, no control characters`)
      .meta({ maxLength: maxNote })
      .optional(),
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async answer({ ticket, outcome }, call) {
    const { subject, acceptedAt, replayed } = await redeem({ ticket, outcome }, call);
    const again = replayed ? ' This report was accepted before; nothing was counted twice.' : '';
    const accepted = `Accepted at ${acceptedAt}: ${outcome} for ${subject.kind} ${subject.subject}.${again}`;
    return textResult(accepted, adviceAfter(outcome, subject, call.world.site()));
  },
});

/** Characters as people count them; none that moves a cursor or hides text. */
function isNote(note: string): boolean {
  return [...note].length <= maxNote && !/[\p{Cc}\u2028\u2029]/u.test(note);
}

async function redeem(
  report: { ticket: string; outcome: (typeof outcomes)[number] },
  call: Call,
): Promise<Redemption> {
  if (!call.tickets)
    throw new ToolError('Reporting is not available on this deployment. There is nothing to do.');
  try {
    return await call.tickets.redeem(report);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new ToolError(reasons(error));
  }
}

/** A refusal in words: for a model that called a tool there is no status and no header. */
function reasons({ message, errors, headers }: Refusal): string {
  const fields = errors.map(({ field, message }) => ` ${field}: ${message}`).join('');
  const retry = headers['Retry-After'];
  return `${message}${fields}${retry === undefined ? '' : ` Try again after ${retry} seconds, or not at all.`}`;
}
