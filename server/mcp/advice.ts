/** The advice of the catalog to someone who reported an outcome: a pitfall, a check, or a pattern to add. */

import type { CompactOutcome } from '#document/message/outcome.ts';
import { readDocument } from '#document/text/front-matter.ts';
import type { TicketSubject } from '#document/text/manifest.ts';
import type { SitePage } from '../site/page.ts';
import type { Site } from '../site/site.ts';

/** The advice that the page of a pattern, starter or formation has for readers who used it. */
interface Advice {
  pitfalls: string[];
  checks: string[];
  pairings: string[];
}

const nothing: Advice = { pitfalls: [], checks: [], pairings: [] };
const acknowledgement = 'The catalog has nothing more to say about this page. Thank you for the report.';

/** Returns the advice after an outcome, in at most three lines. */
export async function adviceAfter(
  outcome: CompactOutcome,
  subject: TicketSubject,
  site: Site,
): Promise<string> {
  const page = pageOf(subject, site);
  if (!page) return acknowledgement;
  const lines = chosen(outcome, await adviceFor(page, site));
  return lines.length === 0 ? acknowledgement : [...lines, `Page: ${page.entry.path}`].join('\n');
}

/**
 * Chooses advice by the outcome: after a failure what goes wrong with the pattern, after a partial success what to check, after
 * a success which pattern to add.
 */
function chosen(outcome: CompactOutcome, { pitfalls, checks, pairings }: Advice): string[] {
  const pitfall = pitfalls.map(text => `Known pitfall: ${text}`);
  const check = checks.map(text => `Check: ${text}`);
  const pairing = pairings.map(text => `Goes well with ${text}`);
  switch (outcome) {
    case 'worked':
      return [...(pairing.length > 0 ? pairing.slice(0, 1) : pitfall.slice(0, 1)), ...check.slice(0, 1)];
    case 'partly':
      return [...check.slice(0, 2), ...pitfall.slice(0, 1)];
    case 'did_not_work':
      return [...pitfall.slice(0, 2), ...check.slice(0, 1)];
  }
}

function pageOf({ kind, subject }: TicketSubject, { entries, pages }: Site): SitePage | undefined {
  const entry = entries.find(({ ticket }) => ticket?.kind === kind && ticket.subject === subject);
  return entry && pages.get(entry.path);
}

/** Returns the advice of a page, which is read again for each report: reports are rare, and pages change. */
const adviceFor = (page: SitePage, site: Site): Promise<Advice> =>
  page.entry.kind === 'pattern' ? adviceOfPattern(page) : adviceOfVersion(page, site);

async function adviceOfPattern(page: SitePage): Promise<Advice> {
  const {
    pitfalls = [],
    verification_checks = [],
    pairs_with = [],
  } = (await fieldsOf(page)) as Partial<PatternFields>;
  return {
    pitfalls,
    checks: verification_checks,
    pairings: pairs_with.map(({ pattern, why }) => `${pattern} (/patterns/${pattern}.md): ${why}`),
  };
}

/** Returns the advice of a starter or formation: its own cautions and checks, and those of its first pattern. */
async function adviceOfVersion(page: SitePage, site: Site): Promise<Advice> {
  const { cautions = [], checks = [], patterns = [] } = (await fieldsOf(page)) as Partial<VersionFields>;
  const pattern = site.pages.get(`/patterns/${patterns[0]}.md`);
  const under = pattern ? await adviceOfPattern(pattern) : nothing;
  return {
    pitfalls: [...under.pitfalls.slice(0, 1), ...cautions, ...under.pitfalls.slice(1)],
    checks: [...checks, ...under.checks],
    pairings: under.pairings.filter(text => !patterns.some(name => text.startsWith(`${name} `))),
  };
}

async function fieldsOf(page: SitePage): Promise<Record<string, unknown>> {
  const parsed = readDocument(await page.text());
  return parsed.ok ? parsed.document.value : {};
}

interface PatternFields {
  pitfalls: string[];
  verification_checks: string[];
  pairs_with: { pattern: string; why: string }[];
}
interface VersionFields {
  cautions: string[];
  checks: string[];
  patterns: string[];
}
