/** The results that another tool wrote, in the form in which they are read from any format (docs/imports.md). */
import type { RunOutcome } from '#document/evaluation/run-summary.ts';
import { type Failure, wrongUse } from '../../support/failure.ts';

/** The place of a value, for messages: a file, and in it a line, a path such as `samples[3]`, or a member of an archive. */
export interface Place {
  file: string;
  place: string;
}

/** The claims that a log file makes about itself. They are complete once the file was read to its end. */
export interface LogClaims {
  /**
   * How the log ended. `partial`: it was cancelled or cut off, or lacks results that it announces. Absent if the log does not
   * say.
   */
  status?: 'complete' | 'partial';
  /** The reason why the log is partial, as a part of a sentence; absent for a log that is not. */
  because?: string;
  /** The digest of the suite that was run, if the log states one. */
  suite_digest?: string;
}

/**
 * The claims of a log about a result (docs/imports.md#8). They are checked against plan, lock and suite before anything is
 * sent.
 */
interface Claims {
  log: LogClaims;
  /** The models that did the work, without those that only graded; empty if the log names none. */
  models: readonly string[];
  /** The scorer that decided, as the log names it; absent if it names none. */
  scorer?: string | undefined;
  /** The lowest score that passes, as the log states it; absent if it states none. */
  threshold?: number | undefined;
  /** The digest of the case, `sha256:` and hexadecimal digits; absent if the log states none. */
  case_digest?: string | undefined;
  /** Whether the log itself counts the result as passed; absent unless the log also gives a score. */
  passed?: boolean | undefined;
}

/** A run of a case as a file reports it. A fact that the file lacks is absent, never a guessed 0. */
export interface ImportedResult extends Place {
  /** The name that the tool gives to the case. */
  case_id: string;
  /** The name of the provider or column that was evaluated, if one file can hold several. */
  arm_hint?: string | undefined;
  /** The number of the run of this case, from 1; absent if the file does not number runs. */
  repetition?: number | undefined;
  outcome: RunOutcome;
  /** The value from which the outcome follows, if it is a number. */
  score?: number;
  /** The input tokens, including cached ones. */
  input_tokens?: number | undefined;
  output_tokens?: number | undefined;
  /** The wall-clock time of the run, in seconds. */
  seconds?: number | undefined;
  /** The time at which the run began, as the file claims: RFC 3339, in UTC. */
  started_at?: string | undefined;
  claims: Claims;
}

/** The options for converting the values of a file to outcomes. */
export interface ReadOptions {
  /** The scorer or metric that decides, if there are several. */
  scorer?: string;
  /** The lowest score that passes. Without it, scores that are numbers are refused. */
  threshold?: number;
  /** The field of a test of promptfoo that names its case; `description` if absent. */
  caseField?: string;
}

/** Writes a place as messages show it: `FILE: PLACE`. */
export const placeText = ({ file, place }: Place): string => (place === '' ? file : `${file}: ${place}`);

/**
 * Makes the error for a file that is refused.
 * @param message what is wrong, and what to do
 */
export const refused = (at: Place, message: string): Failure => wrongUse(`${placeText(at)}: ${message}`);
