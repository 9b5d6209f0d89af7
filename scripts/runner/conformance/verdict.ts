/** What a check finds. */
import type { Turn, Unclear } from './trace.ts';

const rules = [
  'undeclared_role',
  'never_acts',
  'undeclared_edge',
  'nobody_called',
  'entry_role',
  'order',
  'rounds',
  'undeclared_tool',
  'agents',
  'tokens',
  'time',
] as const;

/** What a run did that its formation does not declare. */
export interface Deviation {
  rule: (typeof rules)[number];
  place: string;
  seen: string;
  declared: string;
}

export interface Verdict {
  run: string;
  verdict: 'conforms' | 'deviates' | 'cannot_tell';
  counts: { turns: number; messages: number; tools: number; input_tokens: number; output_tokens: number };
  deviations: Deviation[];
  unclear: Unclear[];
  /** Roles that did not act: deviations too where nothing explains it. */
  not_seen: string[];
}

/** A turn of a role of the team. */
export interface Act {
  turn: Turn;
  role: string;
}
