/** Finds the addresses that a page names outside its text. */
import type { Page } from './tree.ts';

/** The address below which the log is served. */
export const logPrefix = '/log/';

/** Returns the targets in the `Link` header of a page (RFC 8288), or in the fields of the manifest that replace it. */
export function linkTargets({ headers, entry }: Page): string[] {
  const links = [headers?.link ?? '', ...(entry?.links ?? [])].join(', ');
  const targets = [...links.matchAll(/<([^<>]*)>/g)].map(found => found[1]!);
  return [...targets, ...[entry?.described_by, entry?.canonical].filter(path => path !== undefined)];
}
