/** Redeems tickets: the other half of the ticket service. */
import type { ModelPrecision } from '#document/message/use-receipt.ts';
import { tell } from '../support/diagnostics.ts';
import { rfc3339, seconds } from '../support/time.ts';
import type { LiveSettings } from './live-settings.ts';
import type { AcceptanceFacts } from './rule/acceptance.ts';
import type { CappedHolders } from './rule/capped.ts';
import type { Accepted, Redemption } from './rule/judge.ts';
import type { ReadReceipt } from './rule/receipt.ts';
import { digestOf } from './rule/report-digest.ts';
import { type Claims, checkToken } from './rule/token.ts';
import type { CompactReport, Redeemed, TicketContext, TicketService } from './service.ts';
import type { UseReport } from './store/receipt.ts';

/** Makes the functions that redeem tickets. */
export function ticketRedeemer(
  { settings, store, now }: TicketContext,
  capped: CappedHolders,
): Pick<TicketService, 'redeem' | 'redeemCompact'> {
  const redeem = async (
    ticket: string,
    form: UseReport['form'],
    report: (claims: Claims) => UseReport,
  ): Promise<Redeemed> => {
    const claims = await claimsIn(ticket, settings);
    if (typeof claims === 'string') return { ok: false, why: claims };
    const redemption = await store.receipts.redeem(report(claims));
    if (redemption.verdict === 'accepted') capped.delete(claims);
    tell('redemption', { form, outcome: redemption.verdict });
    // Expired tickets are pruned some day. Their claims still tell when they expired.
    if (redemption.verdict === 'unknown' && claims.expires <= seconds(now()))
      return { ok: false, why: 'expired' };
    return answerTo(redemption);
  };
  return {
    redeem: receipt =>
      redeem(receipt.ticket, 'receipt', claims => receiptRow(receipt, claims, seconds(now()))),
    redeemCompact: report =>
      redeem(report.ticket, 'compact', claims => compactRow(report, claims, seconds(now()))),
  };
}

/**
 * Checks a ticket and returns its claims. If this process does not know the key of the ticket, it reads the keys again, since
 * another process may have just activated it.
 */
async function claimsIn(ticket: string, settings: LiveSettings): Promise<Claims | 'rotated' | 'unknown'> {
  let claims = checkToken(ticket, settings.current.key, settings.current.rotatedKeys);
  if (claims === 'unfamiliar') {
    await settings.refresh();
    claims = checkToken(ticket, settings.current.key, settings.current.rotatedKeys);
  }
  return claims === 'unfamiliar' ? 'unknown' : claims;
}

function answerTo(redemption: Redemption): Redeemed {
  switch (redemption.verdict) {
    case 'accepted':
    case 'replayed':
      return {
        ok: true,
        replayed: redemption.verdict === 'replayed',
        acceptance: factsOf(redemption.accepted),
      };
    case 'void':
      return { ok: false, why: 'rotated' };
    default:
      return { ok: false, why: redemption.verdict };
  }
}

function factsOf(accepted: Accepted): AcceptanceFacts {
  const facts: AcceptanceFacts = {
    subject_kind: accepted.subjectKind,
    subject: accepted.subject,
    cohort: accepted.cohort,
    stage: accepted.stage,
    report: accepted.form,
    outcome: accepted.outcome as AcceptanceFacts['outcome'],
    accepted_at: rfc3339(accepted.acceptedAt),
    receipt_digest: accepted.digest,
  };
  if (accepted.modelPrecision !== null) facts.model_precision = accepted.modelPrecision as ModelPrecision;
  return facts;
}

// Every field is written out: copying an object of this size costs more than everything else here.
function receiptRow(receipt: ReadReceipt['receipt'], claims: Claims, at: number): UseReport {
  return {
    id: claims.id,
    ticket: claims.number,
    form: 'receipt',
    digest: digestOf(receipt),
    accepted_at: at,
    outcome: receipt.outcome,
    model_id: receipt.model_id,
    model_precision: receipt.model_precision,
    task_class: receipt.task_class,
    tests_ran: receipt.tests_ran,
    tests_passed: receipt.tests_passed,
    input_tokens: receipt.input_tokens,
    output_tokens: receipt.output_tokens,
    elapsed_milliseconds: receipt.elapsed_milliseconds,
  };
}

function compactRow({ ticket, outcome }: CompactReport, claims: Claims, at: number): UseReport {
  return {
    id: claims.id,
    ticket: claims.number,
    form: 'compact',
    digest: digestOf({ ticket, outcome }),
    accepted_at: at,
    outcome,
    model_id: null,
    model_precision: null,
    task_class: null,
    tests_ran: null,
    tests_passed: null,
    input_tokens: null,
    output_tokens: null,
    elapsed_milliseconds: null,
  };
}
