/** The setting of tests of `npm run verify`: trees with changes of status, and how their faults are read. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { StatusChange } from '#document/kind/statuses.ts';
import type { KeyRing, SigningKey } from '#document/proof/signature.ts';
import { silent } from '../../../scripts/support/progress.ts';
import type { Verification } from '../../../scripts/support/verification.ts';
import type { Pins } from '../../../scripts/verify/check/check.ts';
import { verify } from '../../../scripts/verify/verify.ts';
import { testRing } from '../../keys.ts';
import { starterPath } from '../../support/signed-tree.ts';

export const one = starterPath('one');
export const two = starterPath('two');
export const superseded: StatusChange = {
  path: one,
  status: 'superseded',
  since: '2026-02-01T00:00:00Z',
  superseded_by: two,
};
const revoked: StatusChange = {
  path: two,
  status: 'revoked',
  reason_code: 'unsafe',
  since: '2026-02-02T00:00:00Z',
};
export const changes = [superseded, revoked];

/** The keys after all of them were replaced, the old ones in a state. */
export const rotatedRing = (state: 'retired' | 'revoked'): KeyRing => {
  const [before, after] = [testRing(1), testRing(2)];
  const old = (key: SigningKey): SigningKey => ({ ...key, state, notAfter: '2026-03-01T00:00:00Z' });
  return {
    publication: { ...after.publication, retired: [old(before.publication.active)] },
    tenant: { ...after.tenant, retired: [old(before.tenant.active)] },
    log: { ...after.log, retired: [old(before.log.active)] },
  };
};

export const run = (target: string, pins: Pins = {}) => verify(target, pins, silent);
/** Each fault as `check: file: message`. */
export const faultsOf = ({ results, name }: Verification) =>
  results.flatMap(({ check, faults }) =>
    faults.map(({ where, message }) => `${check}: ${relative(name, where)}: ${message}`),
  );
export const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
export const assertGreen = (report: Verification) => assert.deepEqual(faultsOf(report), []);

/** Verifies a tree and asserts that some fault matches. */
export async function assertRed(target: string, expected: RegExp, pins: Pins = {}): Promise<void> {
  const faults = faultsOf(await run(target, pins));
  assert.ok(
    faults.some(fault => expected.test(fault)),
    `${expected} in\n${faults.join('\n')}`,
  );
}
