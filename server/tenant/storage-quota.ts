/** The quota of storage of an account (docs/tenants.md#10): everything that is stored for the tenant counts. */
import { Refusal } from '../refusal.ts';
import type { LockedTenant, StorageQuota } from '../store/mutation.ts';
import { limitsOf } from './limits.ts';

const limitOf = ({ limits }: LockedTenant): number => limitsOf(JSON.parse(limits)).storage_bytes;

export const storageQuota: StorageQuota = {
  allows: tenant => tenant.stored_bytes + tenant.reserved_bytes <= limitOf(tenant),
  refusal: (tenant, added) => {
    const used = tenant.stored_bytes + tenant.reserved_bytes - added;
    const left = Math.max(0, limitOf(tenant) - used);
    return new Refusal(
      'quota_exceeded',
      `The account allows \`storage_bytes\` of ${limitOf(tenant)}. ${used} are used, evaluations that run included; this takes ${added}, and ${left} are left. Let evaluations end or cancel them, wait until answers older than 31 days are forgotten, or ask the operator for more.`,
    );
  },
};
