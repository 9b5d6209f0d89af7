/** Open tickets of a server under measurement, issued in its store, and receipts that redeem them. */
import { createSecretKey, randomBytes } from 'node:crypto';
import type { DatabasePlace } from '../../server/database/database.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import { capNames, defaultCaps, maxCap, maxOfCap } from '../../server/ticket/caps.ts';
import { newTicketKey } from '../../server/ticket/key.ts';
import { ruleHolder, site } from '../../server/ticket/ledger.ts';
import { seconds } from '../../server/ticket/time.ts';
import { mintToken, type TicketKey } from '../../server/ticket/token.ts';
import type { PreparedRequest } from './send.ts';

/** The number that a visitor may have by default. */
const ticketsPerHolder = defaultCaps.visitor_open;
const atOnce = 1000;
const subject = { kind: 'pattern', subject: 'amber-relay-p0' } as const;
const rule = 'bare_library';
const stage = 'limited';

export class TicketSupply {
  readonly #store: Store;
  #holders = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Opens the store of a server; the server may be running. */
  static async open(place: DatabasePlace): Promise<TicketSupply> {
    const now = seconds(Date.now());
    const store = await openStore(place, now);
    await store.keys.ensure(newTicketKey(randomBytes), now);
    return new TicketSupply(store);
  }

  /** Raises every cap of visitors, as an operator may. */
  async raiseCaps(): Promise<void> {
    const names = capNames.filter(name => name.startsWith('visitor'));
    await this.#store.settings.write(new Map(names.map(name => [`cap.${name}`, String(maxOfCap(name))])));
  }

  /** Issues tickets to visitors of many networks, and gives their tokens. */
  async issue(count: number): Promise<string[]> {
    const key = await this.#key();
    const tokens: string[] = [];
    while (tokens.length < count) {
      const some = Array.from({ length: Math.min(atOnce, count - tokens.length) }, (_, index) =>
        this.#issueOne(key, `${this.#holders + Math.floor(index / ticketsPerHolder)}`),
      );
      tokens.push(...(await Promise.all(some)));
      this.#holders += atOnce;
    }
    return tokens;
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #key(): Promise<TicketKey> {
    const { inForce } = await this.#store.keys.read();
    return { id: inForce!.id, secret: createSecretKey(inForce!.ticketSecret, 'base64') };
  }

  async #issueOne(key: TicketKey, holder: string): Promise<string> {
    const id = randomBytes(16).toString('base64url');
    const cohort = 'visitor';
    // Each in a wider network of its own: that takes the most counters.
    const network = `${holder}/24`;
    const perHour = maxCap;
    const limits = [
      { cohort, holder, open: maxCap, perHour },
      { cohort, holder: network, perHour },
      { ...ruleHolder(rule), perHour },
      { ...site, perHour },
    ] as const;
    const request = {
      ...subject,
      cohort,
      holder,
      network,
      id,
      rule,
      stage,
      at: seconds(Date.now()),
      limits,
    } as const;
    const result = await this.#store.tickets.issue(request);
    if ('cappedBy' in result) throw new Error('A cap was reached.');
    const { number, issuedAt: issued, expiresAt: expires } = result;
    return mintToken(
      { key: key.id, id, number, ...subject, cohort, holder, rule, stage, issued, expires },
      key,
    );
  }
}

/** The request that redeems a ticket. */
export const redemption = (ticket: string): PreparedRequest => ({
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
