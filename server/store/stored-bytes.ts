/**
 * What a tenant's storage comes to: each row counts the texts in it whose length clients decide, and a fixed number of bytes
 * for all else that it takes with its indexes. Counted in the transaction that writes the row, in the same way on both databases.
 */
import { maxAttempts } from '#document/kind/assignment.ts';
import type { TenantArtifactTable, TenantResponseTable } from './tables.ts';

/** The fixed bytes of a row of each kind. The migration that counted what older versions stored used the same. */
export const rowBytes = {
  artifact: 1024,
  event: 320,
  response: 384,
  plan: 512,
  job: 640,
  assignment: 768,
  adoption: 448,
} as const;

const bytes = (text: string): number => Buffer.byteLength(text);

export const artifactBytes = ({
  title,
  size_bytes,
}: Pick<TenantArtifactTable, 'title' | 'size_bytes'>): number =>
  rowBytes.artifact + bytes(title) + size_bytes;

export const planBytes = (resolved: string): number => rowBytes.plan + bytes(resolved);

export const responseBytes = ({
  idempotency_key,
  headers,
  body,
}: Pick<TenantResponseTable, 'idempotency_key' | 'headers' | 'body'>): number =>
  rowBytes.response + bytes(idempotency_key) + bytes(headers) + bytes(body);

/** The most that an answer to a runner takes with a key of 255 characters. */
const runnerAnswer = 1536;

/** What a lease adds at most: its event and the answer to the claim. A first lease also adds the assignment. */
export const bytesOfLease = rowBytes.event + runnerAnswer;

/**
 * What one run may add at most: its assignment; three leases, each with the event of its end; the answer to its summary; and
 * a line of the evidence. The answers to heartbeats are not in it: beyond the quota they are not kept.
 */
export const bytesOfRun =
  rowBytes.assignment + maxAttempts * (bytesOfLease + rowBytes.event) + runnerAnswer + 128;

/** What is left of that when a run ends with a summary, after so many leases. */
export const bytesOfEnd = (attempts: number): number =>
  bytesOfRun - rowBytes.assignment - attempts * bytesOfLease - (attempts - 1) * rowBytes.event;

/** What the answer to a cancellation takes at most: it shows each lock. */
export const bytesOfCancel = 12_288;

/** What a job may add at most in addition to its runs: its own events, its cancellation, and evidence on all locks and pairs. */
export const bytesOfJob = (locks: number): number =>
  6 * rowBytes.event + bytesOfCancel + 4096 + locks * 1536 + ((locks * (locks - 1)) / 2) * 512;

/** A count of all rows of a tenant (`$1`), which its counter must equal: for tests and migrations. */
export const recount = `
  SELECT CAST((
    (SELECT coalesce(sum(${rowBytes.artifact} + octet_length(title) + size_bytes), 0)
      FROM tenant_artifact WHERE tenant_id = $1)
    + (SELECT ${rowBytes.event} * count(*) FROM tenant_event WHERE tenant_id = $1)
    + (SELECT coalesce(sum(${rowBytes.response} + octet_length(idempotency_key) + octet_length(headers)
        + octet_length(body)), 0) FROM tenant_response WHERE tenant_id = $1)
    + (SELECT coalesce(sum(${rowBytes.plan} + octet_length(resolved)), 0) FROM evaluation_plan WHERE tenant_id = $1)
    + (SELECT ${rowBytes.job} * count(*) FROM evaluation_job WHERE tenant_id = $1)
    + (SELECT ${rowBytes.assignment} * count(*) FROM assignment WHERE tenant_id = $1)
    + (SELECT ${rowBytes.adoption} * count(*) FROM adoption WHERE tenant_id = $1)
  ) AS bigint) AS stored`;
