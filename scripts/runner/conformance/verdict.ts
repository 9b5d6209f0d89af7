/** The verdict of a check, and how it is written for people and for tools. */
import type { Team } from '../../../build/page/program/team.ts';
import type { Turn, Unclear } from './trace.ts';

/** An act of a run that its formation does not declare. */
interface Deviation {
  rule:
    | 'undeclared_role'
    | 'never_acts'
    | 'undeclared_edge'
    | 'nobody_called'
    | 'entry_role'
    | 'order'
    | 'rounds'
    | 'undeclared_tool'
    | 'agents'
    | 'tokens'
    | 'time';
  place: string;
  seen: string;
  declared: string;
}

/** The findings of a check so far. */
export class Findings {
  readonly deviations: Deviation[] = [];
  readonly unclear: Unclear[];

  /**
   * Makes findings that contain only what the trace leaves unclear.
   * @param unclear the places that cannot be judged
   */
  constructor(unclear: readonly Unclear[]) {
    this.unclear = [...unclear];
  }

  deviates(rule: Deviation['rule'], place: string, seen: string, declared: string): void {
    this.deviations.push({ rule, place, seen, declared });
  }

  cannotTell(place: string, what: string): void {
    this.unclear.push({ place, what });
  }
}

export interface Verdict {
  run: string;
  verdict: 'conforms' | 'deviates' | 'cannot_tell';
  counts: { turns: number; messages: number; tools: number; input_tokens: number; output_tokens: number };
  deviations: Deviation[];
  unclear: Unclear[];
  /** The roles that did not act. They are deviations too, unless something explains it. */
  not_seen: string[];
}

/** A turn, with the role of the team that acts in it. */
export interface Act {
  turn: Turn;
  role: string;
}

/** The most deviations that are listed. Further ones are only counted. */
const mostListed = 100;

type Overall = Verdict['verdict'];

/** Returns the verdict on all runs: `deviates` if any does; otherwise `cannot_tell` if it applies to any, or there is no run. */
export function overall(verdicts: readonly Verdict[]): Overall {
  const has = (wanted: Overall) => verdicts.some(({ verdict }) => verdict === wanted);
  if (has('deviates')) return 'deviates';
  return has('cannot_tell') || verdicts.length === 0 ? 'cannot_tell' : 'conforms';
}

export function asJson(team: Team, verdicts: readonly Verdict[]): string {
  const { name, version, digest } = team;
  const runs = verdicts.map(({ deviations, unclear, ...each }) => ({
    ...each,
    deviation_count: deviations.length,
    deviations: deviations.slice(0, mostListed),
    unclear: unclear.slice(0, mostListed),
  }));
  const formation = { name, version, digest: `sha256:${digest}` };
  return `${JSON.stringify({ verdict: overall(verdicts), formation, runs }, null, 2)}\n`;
}

/** Replaces the control characters in a text of a trace by `?`, since they must not reach a terminal. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '?');

export function asText(verdicts: readonly Verdict[]): string {
  const lines = verdicts.flatMap(({ run, verdict, counts, deviations, unclear, not_seen }) => {
    const { turns, messages, tools, input_tokens, output_tokens } = counts;
    return [
      `${run}: ${verdict} (${turns} turns, ${messages} messages seen, ${tools} tool calls, ${input_tokens + output_tokens} tokens)`,
      ...deviations
        .slice(0, mostListed)
        .map(each => `  ${each.place}: ${each.rule}: ${each.seen}; declared: ${each.declared}`),
      ...(deviations.length > mostListed ? [`  and ${deviations.length - mostListed} more`] : []),
      ...unclear.slice(0, mostListed).map(({ place, what }) => `  ${place}: cannot tell: ${what}`),
      ...(not_seen.length > 0 ? [`  did not act: ${not_seen.join(', ')}`] : []),
    ];
  });
  return `${lines.map(printable).join('\n')}\n`;
}
