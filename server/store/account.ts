/** Accounts of tenants: their limits, and what they have used. */
import type { LimitName } from '#document/message/account.ts';
import { type Backend, rows, type Transaction, write } from './database/backend.ts';
import type { LockedTenant } from './mutation.ts';

/** An account as it is stored. Limits that the operator did not set are absent. */
interface StoredAccount
  extends Pick<LockedTenant, 'candidates' | 'documents' | 'stored_bytes' | 'reserved_bytes' | 'last_event'> {
  plan: string;
  limits: Partial<Record<LimitName, number>>;
}

export interface AccountStore {
  read(tenantId: string): Promise<StoredAccount | undefined>;
  /**
   * Sets limits of a tenant. The value `undefined` returns a limit to its default. Returns false if the tenant does not exist.
   */
  setLimits(tenantId: string, changes: ReadonlyMap<LimitName, number | undefined>): Promise<boolean>;
}

export function accountStore({ ask, transact, forUpdate }: Backend): AccountStore {
  return {
    read: async tenantId => {
      const [row] = await ask<Omit<StoredAccount, 'limits'> & { limits: string }>(
        `SELECT plan, limits, candidates, documents, stored_bytes, reserved_bytes, last_event FROM tenant WHERE id = $1`,
        tenantId,
      );
      return row && { ...row, limits: JSON.parse(row.limits) };
    },
    setLimits: (tenantId, changes) =>
      transact(function* (): Transaction<boolean> {
        const [row] = yield* rows<{ limits: string }>(
          `SELECT limits FROM tenant WHERE id = $1 ${forUpdate}`,
          tenantId,
        );
        if (!row) return false;
        const limits = { ...JSON.parse(row.limits), ...Object.fromEntries(changes) };
        yield* write('UPDATE tenant SET limits = $2 WHERE id = $1', tenantId, JSON.stringify(limits));
        return true;
      }),
  };
}
