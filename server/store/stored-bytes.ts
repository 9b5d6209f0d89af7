/**
 * The size of a tenant's storage. Each row counts the texts whose length clients decide, and a fixed number of bytes for
 * everything else that it takes, with its indexes. A row is counted in the transaction that writes it, in the same way on both
 * databases.
 */
import type { TenantArtifactTable, TenantResponseTable } from './database/tables.ts';

/** The fixed bytes of a row of each kind. The migration that counted the rows of older versions used the same numbers. */
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
