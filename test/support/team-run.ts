/** Runs of teams by a script in place of models, as the trace that they leave. */
import { readTeam } from '../../build/export/team.ts';
import { dataOf } from '../../scripts/first/run/data.ts';
import { Run } from '../../scripts/first/run/flow.ts';
import type { Turn, Watched } from '../../scripts/first/run/team.ts';
import { spanLine } from './span-line.ts';
import type { PlainTeam } from './team.ts';
import { Script } from './team-script.ts';

/** Runs a team. @returns the lines of OTLP that its turns leave */
export async function traceOf(team: PlainTeam, plan: 'tour' | 'round', number: number): Promise<string[]> {
  const script = new Script(team, plan);
  const trace = number.toString(16).padStart(32, '0');
  const lines: string[] = [];
  const run = new Run(
    dataOf(readTeam(team.text, `/${team.file}`)),
    'Do it.',
    Object.fromEntries(script.given.map(work => [work, `The ${work}.`])),
    (turn: Watched) => void lines.push(spanLine(trace, turn)),
  );
  const act = async (turn: Turn) => script.turn(turn.role.id, turn.faults.length > 0);
  for (let turns = run.step(); turns.length > 0; turns = run.step())
    await Promise.all(turns.map(messages => run.turn(messages, act)));
  return lines;
}
