/** Checks `security.txt`, if it is served: it is well-formed, belongs to this site and, on a live site, has not expired. */
import { isTooFar, readSecurityTxt, securityTxtPath } from '#document/guard/security-txt.ts';
import type { Page } from '../tree.ts';
import { textOf } from '../tree.ts';
import { type Check, faultAt } from './check.ts';

export const securityTxtCheck: Check = {
  name: 'security contact',
  help: 'Correct `discovery/security-contact.txt` in the content, and build again.',
  run: (tree, _evidence, { now = new Date().toISOString() }) => {
    const page = tree.pages.get(securityTxtPath);
    // A folder may be an archive, so its age is not a fault.
    const time = tree.isSite ? now : undefined;
    const reasons = page ? reasonsAgainst(page, tree.baseUrl, time) : [];
    return reasons.map(reason => faultAt(tree, securityTxtPath, reason));
  },
};

function reasonsAgainst(page: Page, baseUrl: string, now: string | undefined): string[] {
  const parsed = readSecurityTxt(textOf(page), ['Canonical']);
  if (!parsed.ok) return [`Line ${parsed.line}: ${parsed.message}`];
  const { fields, expires } = parsed.value;
  const reasons: string[] = [];
  const address = baseUrl + securityTxtPath;
  if (!fields.some(([name, value]) => name === 'Canonical' && value === address))
    reasons.push(`\`Canonical\` is not ${address}.`);
  if (!page.mediaType.startsWith('text/plain')) reasons.push('Its media type is not text/plain.');
  if (now !== undefined && expires < now) reasons.push(`It expired at ${expires}.`);
  if (now !== undefined && isTooFar(expires, now))
    reasons.push(`It expires at ${expires}, a year or more ahead.`);
  return reasons;
}
