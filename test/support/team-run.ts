/** Real runs of teams by the two programs that are exported, against a scripted model server, as the trace that they leave. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import { langgraphJs } from '../../build/export/langgraph-js.ts';
import { openaiAgentsJs } from '../../build/export/openai-agents-js.ts';
import { readTeam } from '../../build/export/team.ts';
import type { fromTerminal } from '../../build/program/start.ts';
import type { Answer, Turn, Watched } from '../../build/program/team.ts';
import { spanLine } from '../../scripts/runner/spans.ts';
import { type ModelServer, startModelServer } from './model-server.ts';
import { type PlainTeam, performerOf } from './team.ts';
import { Script } from './team-script.ts';

const folder = join(import.meta.dirname, '../../node_modules/.cache', `team-runs-${process.pid}`);

interface TeamRuns {
  /** Runs a team by one of the programs. Returns the lines of OTLP that its turns leave. */
  run(team: PlainTeam, by: 'agents' | 'langgraph', plan: 'tour' | 'round'): Promise<string[]>;
  close(): void;
}

export async function openTeamRuns(): Promise<TeamRuns> {
  const server: ModelServer = await startModelServer();
  Object.assign(process.env, { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'none' });
  let runs = 0;
  return {
    async run(team, by, plan) {
      const script = new Script(team, plan);
      server.play = asked => script.asked(asked);
      const others = team.roles.filter(role => performerOf(team, role) !== 'model');
      const performer = async (turn: Turn): Promise<Answer> =>
        script.turn(turn.role.id, turn.faults.length > 0);
      runs += 1;
      const trace = runs.toString(16).padStart(32, '0');
      const lines: string[] = [];
      await (await programOf(team, by))('Do it.', {
        given: Object.fromEntries(script.given.map(work => [work, `The ${work}.`])),
        models: { small: 's', medium: 'm', large: 'l' },
        tools: Object.fromEntries(team.roles.flatMap(role => role.tools).map(tool => [tool, []])),
        performers: Object.fromEntries(others.map(({ id }) => [id, performer])),
        watch: (turn: Watched) => lines.push(spanLine(trace, turn)),
      });
      return lines;
    },
    close() {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Program = Parameters<typeof fromTerminal>[0];

/** Writes the program of a team, below the project so that it finds its packages. */
async function programOf(team: PlainTeam, by: 'agents' | 'langgraph'): Promise<Program> {
  const target = by === 'agents' ? openaiAgentsJs : langgraphJs;
  const [file] = target.files(readTeam(team.text, `/${team.file}`), new Map());
  const path = join(folder, file!.path.replace(/ts$/, 'mjs'));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, transformSync(file!.text, { loader: 'ts', format: 'esm', target: 'node20' }).code);
  return (await import(pathToFileURL(path).href)).run;
}
