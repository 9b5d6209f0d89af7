/** Runs a team in a runtime: a scripted model plays its session and its roles. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { agentName, agentsOf } from '../../build/page/export/host.ts';
import { targets } from '../../build/page/export/index.ts';
import type { Tools } from '../../build/page/export/tool.ts';
import type { Team } from '../../build/page/program/team.ts';
import type { ExportFile } from '../../build/page/program/write.ts';
import type { Call } from '../client/model.ts';
import { write } from '../support/folder.ts';
import { type Fact, factsOf } from './fact.ts';
import { type Place, probesOf, type Ran, type Runtime, runSession } from './runtime.ts';
import { openScene, type Scene, startedBy, type Turn } from './scene.ts';

export interface Installed {
  runtime: Runtime;
  /** Where runtimes are installed, and the folder of this one. */
  root: string;
  folder: string;
}

interface Seen {
  facts: Fact[];
  ran: Ran;
  scene: Scene;
}

interface Options {
  play?: Play;
  /** Whether a person has trusted the project. */
  trusted?: boolean;
  /** Changes the text of every file. */
  changed?: (text: string) => string;
}

/** Runs one team from its command to its end, in a project of its own and an empty home. */
export async function runTeam(
  { runtime, root, folder }: Installed,
  team: Team,
  tools: Tools,
  { play = playing(runtime), trusted = true, changed = text => text }: Options = {},
): Promise<Seen> {
  const run = mkdtempSync(join(root, 'run-'));
  const place: Place = { model: '', work: join(run, 'work'), home: join(run, 'home') };
  mkdirSync(place.home);
  const scene = await openScene(turn => (turn.who.team === team.name ? play(turn, team, place) : []));
  place.model = scene.address;
  try {
    for (const { path, text } of filesOf(runtime, team, tools)) write(place.work, path, changed(text));
    commitAll(place.work);
    const ran = await runSession(runtime, place, team, { root, folder, seconds: 240, trusted });
    return { facts: factsOf({ runtime, team, tools, place, scene }), ran, scene };
  } finally {
    scene.close();
    rmSync(run, { recursive: true, force: true });
  }
}

/** Makes the project a git repository with one commit: a work tree needs one. */
function commitAll(work: string): void {
  const who = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.org'];
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all'],
    [...who, 'commit', '--quiet', '--message=Team'],
  ])
    execFileSync('git', args, { cwd: work, stdio: 'ignore' });
}

/** A function that gives the next calls of a role or session. */
export type Play = (turn: Turn, team: Team, place: Place) => readonly Call[] | Promise<readonly Call[]>;

/** The session starts every role, and each role tries what it may not do. */
export const playing =
  (runtime: Runtime): Play =>
  (turn, team, place) => {
    const { role } = turn.who;
    if (role === undefined) return (runtime.session ?? inTurn)(runtime, team, turn);
    const who = { team: team.name, role };
    const calls = [
      ...runtime.tries(probesOf(place, who)),
      runtime.starts(runtime.other, startedBy(who)),
      ...(runtime.ends ? [runtime.ends] : []),
    ];
    return calls.slice(turn.results.length).slice(0, 1);
  };

/** The session starts one role after the other, and at last an agent that is not of its team. */
function inTurn(runtime: Runtime, team: Team, { results }: Turn): readonly Call[] {
  const calls = [
    ...agentsOf(team).map(role => runtime.starts(agentName(team, role), 'Begin.')),
    runtime.starts(runtime.other, startedBy({ team: team.name, role: 'session' })),
  ];
  return calls.slice(results.length).slice(0, 1);
}

const filesOf = ({ target }: Runtime, team: Team, tools: Tools): ExportFile[] =>
  targets.find(({ id }) => id === target)!.files(team, tools);
