/** The largest body that each door reads, in bytes (docs/http.md#13). */
export const bodyLimits = {
  /** A use receipt. */
  receipt: 4096,
  /** A document or request of a tenant. */
  tenant: 262_144,
  /** A message of JSON-RPC. */
  rpc: 262_144,
} as const;
