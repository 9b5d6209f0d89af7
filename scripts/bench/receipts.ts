/** Measures durable redemptions of tickets, beside a server that commits each one by itself. */
import { contest, type Row, type Setting } from './contest.ts';
import { load, type Request, tickets } from './load.ts';
import { builtCatalog, type Peer, raiseCaps, startOurs, startPeer } from './server.ts';

/** The numbers of redemptions that take each server about a second. */
const [ourCount, theirCount] = [6400, 640];

export async function receiptsPart(setting: Setting): Promise<Row[]> {
  const catalog = await builtCatalog(setting.documents, 'receipts');
  const paths = catalog.pages.filter(({ kind }) => kind === 'pattern').map(({ path }) => path);
  raiseCaps(catalog);
  const ours = await startOurs(catalog);
  const obvious = await startPeer('commit-each', catalog);
  const redeem = (peer: Peer, count: number) => async () =>
    (await load(peer, (await tickets(peer, paths, count)).map(redemption))).clock;
  const values = await contest(
    { ours: redeem(ours, ourCount), obvious: redeem(obvious, theirCount) },
    setting,
  );
  const row = { what: 'durable redemption', unit: 'requests/s', ours: values('ours') };
  // Requests share commits, so the rest of the time goes to what each needs alone: its signature, its document and its answer.
  return [{ ...row, peer: 'a commit for each', theirs: values('obvious'), goal: { least: 5 } }];
}

const redemption = (ticket: string): Request => ({
  method: 'POST',
  path: '/v1/use-receipts',
  headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
  body: `---
schema: formation.use_receipt/v0.1
kind: use_receipt
ticket: ${ticket}
model_id: model-2026-01-01
task_class: coding.bug_fix
outcome: pass
tests_ran: 12
tests_passed: 12
input_tokens: 184000
output_tokens: null
elapsed_milliseconds: 412000
---
`,
});
