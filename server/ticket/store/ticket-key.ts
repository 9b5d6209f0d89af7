/** The ticket keys. One of them is in force. When it is rotated, every open ticket becomes void (docs/use-tickets.md#9). */

import {
  type Backend,
  insertRow,
  rows,
  type Transaction,
  take,
  write,
} from '../../store/database/backend.ts';
import type { TicketKeyTable } from '../../store/database/tables.ts';
import { swap } from '../../support/state/machine.ts';
import { ticketMachine } from '../../support/state/ticket.ts';
import { expirer } from './ticket.ts';

/** A key as it is stored. Both secrets are base64, and are erased when the key is rotated. */
interface StoredKey {
  id: string;
  ticketSecret: string;
  networkSecret: string;
}

export type Erased = 'files' | 'table' | 'nothing';

export interface KeyStore {
  /** Puts a key in force, unless one is. */
  ensure(candidate: StoredKey, at: number): Promise<void>;
  /** Returns the key in force, which is undefined before the first start, and the names of the former ones. */
  read(): Promise<{ inForce: StoredKey | undefined; rotated: string[] }>;
  /**
   * Replaces the key in force, and removes its secrets. Returns how many open tickets became void.
   * @param at seconds since 1970
   */
  rotate(next: StoredKey, at: number): Promise<number>;
  /**
   * Erases the secrets of former keys from the disk. Returns where they were erased: `files` of a SQLite database, `table` of a
   * PostgreSQL one, or `nothing` if other users of the database prevent it.
   */
  erase(): Promise<Erased>;
}

export function keyStore(backend: Backend): KeyStore {
  return {
    ensure: (candidate, at) => backend.transact(() => ensure(backend, candidate, at)),
    rotate: (next, at) => backend.transact(() => rotate(backend, next, at)),
    erase: async () => {
      if (!(await backend.eraseReplaced('ticket_key'))) return 'nothing';
      return backend.name === 'sqlite' ? 'files' : 'table';
    },
    read: async () => {
      const found = await backend.ask<TicketKeyTable>('SELECT * FROM ticket_key');
      const inForce = found.find(key => key.rotated_at === null);
      return {
        inForce: inForce && {
          id: inForce.id,
          ticketSecret: inForce.ticket_secret ?? '',
          networkSecret: inForce.network_secret ?? '',
        },
        rotated: found.filter(key => key.rotated_at !== null).map(key => key.id),
      };
    },
  };
}

function* ensure(backend: Backend, key: StoredKey, at: number): Transaction<void> {
  yield* take(backend.lock('ticket'));
  const inForce = yield* rows('SELECT id FROM ticket_key WHERE rotated_at IS NULL');
  if (inForce.length === 0) yield* insert(key, at);
}

function* rotate(backend: Backend, next: StoredKey, at: number): Transaction<number> {
  yield* take(backend.lock('ticket'));
  // Tickets that expired before the rotation were abandoned, and do not become void.
  yield* expirer(backend)(at);
  yield* write(
    `UPDATE ticket_key SET rotated_at = $1, ticket_secret = NULL, network_secret = NULL WHERE rotated_at IS NULL`,
    at,
  );
  yield* insert(next, at);
  const { set, where } = swap(ticketMachine, 'rotate');
  const voided = yield* rows(
    `UPDATE ticket SET ${set} WHERE number > (SELECT through FROM ticket_swept) AND ${where} RETURNING number`,
  );
  yield* write('UPDATE ticket_holder SET open = 0');
  // Nothing makes network ids with the former key any more.
  for (const table of ['ticket_holder', 'ticket_mark'])
    yield* write(
      `DELETE FROM ${table} WHERE cohort = 'visitor' AND holder <> '' AND holder NOT LIKE 'rule:%'`,
    );
  return voided.length;
}

const insert = ({ id, ticketSecret, networkSecret }: StoredKey, at: number) =>
  insertRow('ticket_key', {
    id,
    ticket_secret: ticketSecret,
    network_secret: networkSecret,
    created_at: at,
  });
