/** How long an answer may be, by what is asked: several times what the largest honest one has. */

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** In bytes. */
export const limits = {
  /** A page with what went wrong. */
  error: 256 * kilobyte,
  /** `manifest.json`, which names some hundred packs. */
  manifest: 2 * megabyte,
  /** A detached signature. */
  signature: 4 * kilobyte,
  /** A pack: 32 pages on average. */
  pack: 8 * megabyte,
  /** The list of pages at the beginning of a pack; also the entry of one page. */
  packHead: 256 * kilobyte,
  /** The entries of all pages of a pack. */
  packEntries: 4 * megabyte,
  /** All packs and pages that one command reads. */
  catalog: 32 * megabyte,
  /** A page of a catalog, or the list of its keys. */
  page: 4 * megabyte,
  /** A document that a service keeps for a tenant, or a list of 500 cases. */
  tenantPage: 4 * megabyte,
} as const;
