/**
 * What a log says beside its results: how it ended, and which models, scorer, threshold and cases it is of (docs/imports.md#13). It is
 * checked against plan, lock and suite before anything is sent, and is believed no further than it speaks.
 */

/** What a file says of itself. It is complete once the file was read to its end. */
export interface LogClaims {
  /** `partial`: it says that it was cancelled or cut off, or does not hold what it says it does. Absent: it does not say. */
  status?: 'complete' | 'partial';
  /** Why it is partial, as a part of a sentence. */
  because?: string;
  /** The digest of the suite that it was run on, where it states one. */
  suite_digest?: string;
}

/** What a result says of itself, beside its outcome. */
export interface Claims {
  log: LogClaims;
  /** The models that did the work, by their names in the log; those that only graded are left out. Empty: it names none. */
  models: readonly string[];
  /** The scorer that decided, as the log names it. */
  scorer?: string;
  /** The score from which on it passed, as the log states it. */
  threshold?: number;
  /** The digest of its case. */
  case_digest?: string;
  /** A hash of input and reference by the tool's own rule: the same case has the same in all logs. */
  content_hash?: string;
  /** Whether the log itself counts it as passed, where it also gives a score. */
  passed?: boolean;
}

const digestForm = /^(?:sha256:)?([0-9a-f]{64})$/i;

/** A digest that a file states, as documents write it; undefined for anything else. */
export function digestOf(value: unknown): string | undefined {
  const [, hex] = (typeof value === 'string' && digestForm.exec(value.trim())) || [];
  return hex === undefined ? undefined : `sha256:${hex.toLowerCase()}`;
}

/** The words for the end of a log, of the tools that are read. */
const statuses: Readonly<Record<string, LogClaims['status']>> = {
  ...{ success: 'complete', complete: 'complete', completed: 'complete' },
  ...{ started: 'partial', running: 'partial', cancelled: 'partial', canceled: 'partial' },
  ...{ error: 'partial', failed: 'partial', partial: 'partial', incomplete: 'partial' },
};

/** How a log ended, by its own word; undefined for one that nobody knows. */
export const statusOf = (value: unknown): LogClaims['status'] =>
  typeof value === 'string' ? statuses[value.trim().toLowerCase()] : undefined;

/** Marks a log as partial. The first reason stays. */
export function markPartial(log: LogClaims, because: string): void {
  if (log.status !== 'partial') log.because = because;
  log.status = 'partial';
}
