/** The greatest sizes of answers by what is asked, each several times the size of the largest honest one. */

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** The greatest sizes of answers, in bytes. */
export const limits = {
  /** The document of an error. */
  error: 256 * kilobyte,
  /** `manifest.json`, which names its parts and every redirect. */
  manifest: 2 * megabyte,
  /** The file of a detached signature. */
  signature: 4 * kilobyte,
  /** A part of the manifest, with at most a thousand entries. */
  part: 8 * megabyte,
  /** All answers together that one command reads from a catalog. */
  catalog: 32 * megabyte,
  /** A page of a catalog, or the list of its keys. */
  page: 4 * megabyte,
  /** A page of a tenant, or a list of 500 cases. */
  tenantPage: 4 * megabyte,
} as const;
