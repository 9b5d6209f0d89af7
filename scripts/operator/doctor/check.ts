/** The input and output of a check of the doctor. */
import type { Config } from '../../../server/process/config.ts';
import type { Progress } from '../../support/progress.ts';

export interface Place {
  config: Config;
  /** The progress that a long check shows. */
  progress: Progress;
  /** The present time, in seconds since 1970. */
  now: number;
  /** Whether to verify every file of the catalog, which takes as long as a build. */
  isFull: boolean;
}

export interface Finding {
  /** The finding, as a sentence. */
  found: string;
  /** The remedy, as a sentence; undefined if the finding is no fault. */
  fix?: string;
}

/** A check, which changes nothing. An error that it throws is reported as its finding. */
export type Check = (place: Place) => Promise<Finding[]>;
