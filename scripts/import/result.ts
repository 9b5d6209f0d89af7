/** Results that another tool wrote: what is read from its files, whatever their format (docs/imports.md). */
import type { RunOutcome } from '#build/evaluation/run-summary.ts';
import { Failure } from '../support/failure.ts';
import type { Claims } from './claim.ts';

/** One run of one case, as a file tells it. What the file does not tell is absent, never a guessed 0. */
export interface ImportedResult {
  /** The file, as it was named. */
  file: string;
  /** Where in the file: a line, a path such as `samples[3]`, or a member of an archive with one of these. */
  place: string;
  /** The case, by the name that the tool gives it. */
  case_id: string;
  /** What was evaluated, where one file can hold several: a provider, a model, a column. */
  arm_hint?: string;
  /** Which run of the case it is, from 1. */
  repetition?: number;
  outcome: RunOutcome;
  /** The value from which the outcome follows, where it is a number. */
  score?: number;
  /** Cached ones included. */
  input_tokens?: number;
  output_tokens?: number;
  total_tokens?: number;
  cost_usd?: number;
  /** Wall-clock time. */
  seconds?: number;
  /** RFC 3339, in UTC. It is what the file claims. */
  started_at?: string;
  model?: string;
  /** What the file says beside it; there when it was asked for. */
  claims?: Claims;
}

/** How values of a file become outcomes. */
export interface ReadOptions {
  /** The scorer or metric that decides, where there are several. */
  scorer?: string;
  /** From which number on a score passes; without it, numbers are refused. */
  threshold?: number;
  /** Where the name of a case is: a column of a CSV file, or a field of a test of promptfoo. */
  caseField?: string;
  /** Whether to tell what files say beside their results. */
  claims?: boolean;
}

/** Names a place for a message: `FILE: PLACE`. */
const placeOf = (file: string, place: string): string => (place === '' ? file : `${file}: ${place}`);

/** A refusal of a file: where, what is wrong there, and what to do. */
export const refused = (file: string, place: string, message: string): Failure =>
  new Failure('wrongUse', `${placeOf(file, place)}: ${message}`);
