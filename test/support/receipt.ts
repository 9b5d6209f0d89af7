/** Use receipts for tests. */

const fields = {
  ...{ schema: 'formation.use_receipt/v0.1', kind: 'use_receipt', ticket: 'ut1.ticket.mac' },
  ...{ model_id: 'model-2026-01-01', model_precision: 'exact', task_class: 'coding.bug_fix' },
  ...{ outcome: 'pass', tests_ran: '12', tests_passed: '12', input_tokens: '184000' },
  ...{ output_tokens: 'null', elapsed_milliseconds: '412000' },
};

/** A good receipt with some lines changed; `undefined` leaves a line out, other names are added at the end. */
export function receiptText(changes: Record<string, string | undefined> = {}): string {
  const lines = Object.entries({ ...fields, ...changes })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}\n`);
  return `---\n${lines.join('')}---\n`;
}
