/** A part of the bench: what `npm run bench -- NAME` runs. */
import type { Row } from './row.ts';

export interface Setting {
  rounds: number;
  /** How long one measurement of a server lasts. */
  seconds: number;
  /** Says what is being done now. */
  note(text: string): void;
}

export interface Outcome {
  rows: Row[];
  /** Figures that are not ratios, such as times by size; they go into the JSON. */
  figures?: Record<string, unknown>;
  /** Lines to print below the table: what was left out and why. */
  remarks?: string[];
}

export type Part = (setting: Setting) => Promise<Outcome>;
