/** Results that another tool wrote: what is read from its files, whatever their format (docs/imports.md). */
import type { RunOutcome } from '#document/evaluation/run-summary.ts';
import { Failure } from '../../support/failure.ts';

/** Where a value stands, for a message: a file, and in it a line, a path such as `samples[3]`, or a member of an archive. */
export interface Place {
  file: string;
  place: string;
}

/** The claims of a file about itself, complete once the file was read to its end. */
export interface LogClaims {
  /** `partial`: it says that it was cancelled or cut off, or does not hold what it says it does. Absent: it does not say. */
  status?: 'complete' | 'partial';
  /** Why it is partial, as a part of a sentence. */
  because?: string;
  /** The digest of the suite that it was run on, where it states one. */
  suite_digest?: string;
}

/**
 * The claims of a log about one result, beside its outcome (docs/imports.md#8). They are checked against plan, lock and suite
 * before anything is sent, and none is taken to mean more than it says.
 */
interface Claims {
  log: LogClaims;
  /** The models that did the work, by their names in the log; those that only graded are left out. Empty: it names none. */
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

/** One run of one case, as a file tells it. What the file does not tell is absent, never a guessed 0. */
export interface ImportedResult extends Place {
  /** The case, by the name that the tool gives it. */
  case_id: string;
  /** The provider or column that was evaluated, where one file can hold several. */
  arm_hint?: string | undefined;
  /** Which run of the case it is, from 1. */
  repetition?: number | undefined;
  outcome: RunOutcome;
  /** The value from which the outcome follows, where it is a number. */
  score?: number;
  /** Cached ones included. */
  input_tokens?: number | undefined;
  output_tokens?: number | undefined;
  /** Wall-clock time. */
  seconds?: number | undefined;
  /** RFC 3339, in UTC. It is what the file claims. */
  started_at?: string | undefined;
  claims: Claims;
}

/** How values of a file become outcomes. */
export interface ReadOptions {
  /** The scorer or metric that decides, where there are several. */
  scorer?: string;
  /** From which number on a score passes; without it, numbers are refused. */
  threshold?: number;
  /** Where the name of a case is in a test of promptfoo. */
  caseField?: string;
}

/** Names a place for a message: `FILE: PLACE`. */
export const placeText = ({ file, place }: Place): string => (place === '' ? file : `${file}: ${place}`);

/** A refusal of a file: where, what is wrong there, and what to do. */
export const refused = (at: Place, message: string): Failure =>
  new Failure('wrongUse', `${placeText(at)}: ${message}`);
