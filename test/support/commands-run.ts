/** Runs rows of the table of commands in one fresh copy. */
import assert from 'node:assert/strict';
import type { Run } from './command-table.ts';
import type { FreshCopy } from './fresh-copy.ts';

/** Types the command of a row, and asserts that it shows what its page says. */
export async function runInCopy(copy: FreshCopy, row: Run): Promise<void> {
  await row.before?.(copy);
  const typed = typeof row.typed === 'function' ? row.typed(copy) : (row.typed ?? row.command);
  const shown = row.serves ? await copy.serve(typed, row.shows) : await copy.type(typed);
  assert.equal(shown.code, 0, `${typed}\n${shown.text}`);
  assert.match(shown.text, row.shows, typed);
  await row.after?.(copy, shown);
}
