/** Results that another tool wrote: what is read from its files, whatever their format (docs/imports.md). */
import type { RunOutcome } from '#document/evaluation/run-summary.ts';
import { type Failure, wrongUse } from '../../support/failure.ts';

/** The place of a value, for a message: a file, and in it a line, a path such as `samples[3]`, or a member of an archive. */
export interface Place {
  file: string;
  place: string;
}

/** The claims of a file about itself, complete once the file was read to its end. */
export interface LogClaims {
  /** How the log ended. `partial`: it was cancelled or cut off, or lacks results that it announces. Absent: it does not say. */
  status?: 'complete' | 'partial';
  /** The reason why it is partial, as a part of a sentence. */
  because?: string;
  /** The digest of the suite that it was run on, where it states one. */
  suite_digest?: string;
}

/**
 * The claims of a log about a result (docs/imports.md#8). They are checked against plan, lock and suite before anything is
 * sent.
 */
interface Claims {
  log: LogClaims;
  /** The models that did the work, without those that only graded; empty when the log names none. */
  models: readonly string[];
  /** The scorer that decided, as the log names it. */
  scorer?: string | undefined;
  /** The score from which on it passed, as the log states it. */
  threshold?: number | undefined;
  /** The digest of its case. */
  case_digest?: string | undefined;
  /** Whether the log itself counts it as passed, where it also gives a score. */
  passed?: boolean | undefined;
}

/** A run of a case as a file reports it. A fact that the file lacks is absent, never a guessed 0. */
export interface ImportedResult extends Place {
  /** The case, by the name that the tool gives it. */
  case_id: string;
  /** The provider or column that was evaluated, where one file can hold several. */
  arm_hint?: string | undefined;
  /** The number of the run of this case, from 1. */
  repetition?: number | undefined;
  outcome: RunOutcome;
  /** The value from which the outcome follows, where it is a number. */
  score?: number;
  /** Cached ones included. */
  input_tokens?: number | undefined;
  output_tokens?: number | undefined;
  /** Wall-clock time. */
  seconds?: number | undefined;
  /** The time at which the run began, as the file claims: RFC 3339, in UTC. */
  started_at?: string | undefined;
  claims: Claims;
}

/** The options by which values of a file become outcomes. */
export interface ReadOptions {
  /** The scorer or metric that decides, where there are several. */
  scorer?: string;
  /** The least score that passes; without it, scores that are numbers are refused. */
  threshold?: number;
  /** The field of a test of promptfoo that names its case. */
  caseField?: string;
}

/** Returns a place as messages show it: `FILE: PLACE`. */
export const placeText = ({ file, place }: Place): string => (place === '' ? file : `${file}: ${place}`);

/**
 * Returns the error for a file that is refused.
 * @param message what is wrong, and what to do
 */
export const refused = (at: Place, message: string): Failure => wrongUse(`${placeText(at)}: ${message}`);
