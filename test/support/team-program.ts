/** The program that an export holds, run with a script in place of models, programs and persons. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import type { Target } from '../../build/export/target.ts';
import { readTeam } from '../../build/export/team.ts';
import type { runTeam as runGraph } from '../../build/program/langgraph.ts';
import type { runTeam as runAgents } from '../../build/program/openai-agents.ts';
import type { fromTerminal } from '../../build/program/start.ts';
import type { Answer, Turn } from '../../build/program/team.ts';
import type { ModelServer } from './model-server.ts';
import { type PlainTeam, performerOf } from './team.ts';
import type { Script } from './team-script.ts';

/** What a program exports: all that its part for the framework takes, but for the team. */
export type Program = Parameters<typeof fromTerminal>[0];
type Ran = Awaited<ReturnType<typeof runAgents | typeof runGraph>>;

/** Below the project, so that programs find their packages. The caller removes it. */
export const programFolder = join(
  import.meta.dirname,
  '../../node_modules/.cache',
  `programs-${process.pid}`,
);

/** Loads the program of a team as it is exported. */
export async function loadProgram(team: PlainTeam, target: Target): Promise<Program> {
  const [file] = target.files(readTeam(team.text, `/${team.file}`), new Map());
  const path = join(programFolder, team.version, file!.path.replace(/ts$/, 'mjs'));
  mkdirSync(dirname(path), { recursive: true });
  const { code } = transformSync(file!.text, { loader: 'ts', format: 'esm', target: 'node20' });
  writeFileSync(path, code);
  return (await import(pathToFileURL(path).href)).run;
}

/** Runs a program by a script that plays models, programs and persons alike. */
export async function play(
  program: Program,
  team: PlainTeam,
  script: Script,
  server: ModelServer,
): Promise<Ran> {
  server.play = asked => script.asked(asked);
  server.most = 0;
  const others = team.roles.filter(role => performerOf(team, role) !== 'model');
  const performer = async (turn: Turn): Promise<Answer> => script.turn(turn.role.id, turn.faults.length > 0);
  return program('Do it.', {
    given: Object.fromEntries(script.given.map(work => [work, `The ${work}.`])),
    models: { small: 's', medium: 'm', large: 'l' },
    tools: Object.fromEntries(team.roles.flatMap(role => role.tools).map(tool => [tool, []])),
    performers: Object.fromEntries(others.map(({ id }) => [id, performer])),
  });
}
