/**
 * What a tenant's storage comes to: each row counts the texts in it whose length clients decide, and a fixed number of bytes
 * for all else that it takes with its indexes. Counted in the transaction that writes the row, in the same way on both databases.
 */
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

export const eventBytes = ({ progress }: { progress?: string | null }): number =>
  rowBytes.event + bytes(progress ?? '');

export const planBytes = (resolved: string): number => rowBytes.plan + bytes(resolved);

export const responseBytes = ({
  idempotency_key,
  headers,
  body,
}: Pick<TenantResponseTable, 'idempotency_key' | 'headers' | 'body'>): number =>
  rowBytes.response + bytes(idempotency_key) + bytes(headers) + bytes(body);

/** A count of all rows of a tenant (`$1`), which its counter must equal: for tests and migrations. */
export const recount = `
  SELECT CAST((
    (SELECT coalesce(sum(${rowBytes.artifact} + octet_length(title) + size_bytes), 0)
      FROM tenant_artifact WHERE tenant_id = $1)
    + (SELECT coalesce(sum(${rowBytes.event} + coalesce(octet_length(progress), 0)), 0)
      FROM tenant_event WHERE tenant_id = $1)
    + (SELECT coalesce(sum(${rowBytes.response} + octet_length(idempotency_key) + octet_length(headers)
        + octet_length(body)), 0) FROM tenant_response WHERE tenant_id = $1)
    + (SELECT coalesce(sum(${rowBytes.plan} + octet_length(resolved)), 0) FROM evaluation_plan WHERE tenant_id = $1)
    + (SELECT ${rowBytes.job} * count(*) FROM evaluation_job WHERE tenant_id = $1)
    + (SELECT ${rowBytes.assignment} * count(*) FROM assignment WHERE tenant_id = $1)
    + (SELECT ${rowBytes.adoption} * count(*) FROM adoption WHERE tenant_id = $1)
  ) AS bigint) AS stored`;
