/** The two programs, as they are exported, run every team of the catalog against a server that plays its roles by a script. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import { langgraphJs } from '../../../build/export/langgraph-js.ts';
import { openaiAgentsJs } from '../../../build/export/openai-agents-js.ts';
import type { runTeam as runGraph } from '../../../build/export/program/langgraph.ts';
import type { runTeam as runAgents } from '../../../build/export/program/openai-agents.ts';
import type { fromTerminal } from '../../../build/export/program/start.ts';
import type { Answer, Turn } from '../../../build/export/program/team.ts';
import { readTeam } from '../../../build/export/team.ts';
import { type ModelServer, startModelServer } from '../../support/model-server.ts';
import { type PlainTeam, performerOf, plainTeams } from '../../support/team.ts';
import { Script } from '../../support/team-script.ts';

/** What a program exports: all that its part for the framework takes, but for the team. */
type Program = Parameters<typeof fromTerminal>[0];
type Ran = Awaited<ReturnType<typeof runAgents | typeof runGraph>>;

/** Below the project, so that programs find their packages. */
const folder = join(import.meta.dirname, '../../../node_modules/.cache', `programs-${process.pid}`);
const teams = plainTeams('newest');

const hasCycle = ({ edges }: PlainTeam): boolean =>
  edges.some(edge => {
    const reached = new Set([edge.to]);
    for (const role of reached) for (const next of edges) if (next.from === role) reached.add(next.to);
    return reached.has(edge.from);
  });

/** Whether the model that begins is not the only one. */
const beginsWithModel = (team: PlainTeam): boolean =>
  team.roles.filter(role => performerOf(team, role) === 'model').length > 1 &&
  team.roles.some(role => role.id === team.entry_role && performerOf(team, role) === 'model');

describe('the programs', () => {
  let server: ModelServer;
  before(async () => {
    server = await startModelServer();
    Object.assign(process.env, { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'none' });
  });
  after(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const target of [openaiAgentsJs, langgraphJs]) {
    const programs = new Map<string, Program>();
    before(async () => {
      for (const team of teams) {
        const [file] = target.files(readTeam(team.text, `/${team.file}`), new Map());
        const path = join(folder, file!.path.replace(/ts$/, 'mjs'));
        mkdirSync(dirname(path), { recursive: true });
        const { code } = transformSync(file!.text, { loader: 'ts', format: 'esm', target: 'node20' });
        writeFileSync(path, code);
        programs.set(team.file, (await import(pathToFileURL(path).href)).run);
      }
    });

    /** Runs a team by a script that plays models, programs and persons alike. */
    async function play(team: PlainTeam, script: Script): Promise<Ran> {
      server.play = asked => script.asked(asked);
      server.most = 0;
      const others = team.roles.filter(role => performerOf(team, role) !== 'model');
      const performer = async (turn: Turn): Promise<Answer> =>
        script.turn(turn.role.id, turn.faults.length > 0);
      return programs.get(team.file)!('Do it.', {
        given: Object.fromEntries(script.given.map(work => [work, `The ${work}.`])),
        models: { small: 's', medium: 'm', large: 'l' },
        tools: Object.fromEntries(team.roles.flatMap(role => role.tools).map(tool => [tool, []])),
        performers: Object.fromEntries(others.map(({ id }) => [id, performer])),
      });
    }

    test(`of ${target.name} walk every edge of every team and no other, and end where a role says so`, async () => {
      for (const team of teams) {
        const script = new Script(team, 'tour');
        const { ending, passed, works } = await play(team, script);
        assert.deepEqual(ending, { by: 'stop', stop: team.stop_conditions[0] }, team.file);
        const walked = new Set(passed.map(({ from, to, kind }) => `${from} ${kind} ${to}`));
        assert.deepEqual(walked, new Set(script.ways), team.file);
        assert.ok(server.most <= team.budget.max_agents!, team.file);
        for (const { artifact } of team.outputs ?? []) assert.ok(works[artifact], `${team.file} ${artifact}`);
      }
    });

    test(`of ${target.name} refuse an answer that goes beyond the team, and ask again`, async () => {
      for (const team of teams.slice(0, 6)) {
        const script = new Script(team, 'tour', { refused: true });
        const { ending } = await play(team, script);
        assert.equal(ending.by, 'stop', team.file);
        assert.ok(script.corrected > 0, team.file);
      }
    });

    test(`of ${target.name} end a loop that nobody ends`, async () => {
      for (const team of teams.filter(hasCycle)) {
        const script = new Script(team, 'round');
        // The others end the same way, after many more rounds.
        if (script.mostWalks() > 80) continue;
        const { ending, passed } = await play(team, script);
        assert.equal(ending.by, 'bound', `${team.file} ${JSON.stringify(ending)}`);
        assert.ok(passed.length > 0 && passed.length <= script.mostWalks(), `${team.file} ${passed.length}`);
      }
    });

    test(`of ${target.name} end when the tokens are spent`, async () => {
      for (const team of teams.filter(beginsWithModel).slice(0, 6)) {
        const script = new Script(team, 'tour', { inputTokens: team.budget.input_tokens! });
        const { ending, spent } = await play(team, script);
        assert.deepEqual(ending, { by: 'bound', bound: 'input_tokens' }, team.file);
        assert.ok(spent.calls <= team.budget.max_agents!, team.file);
      }
    });
  }
});
