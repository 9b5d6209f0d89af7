/** The two programs, as they are exported, run every team of the catalog against a server that plays its roles by a script. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { langgraphJs } from '../../../build/export/langgraph-js.ts';
import { openaiAgentsJs } from '../../../build/export/openai-agents-js.ts';
import { type ModelServer, startModelServer } from '../../support/model-server.ts';
import { type PlainTeam, performerOf, plainTeams } from '../../support/team.ts';
import { loadProgram, type Program, play, programFolder } from '../../support/team-program.ts';
import { Script } from '../../support/team-script.ts';
import { startTeam } from '../../support/team-start.ts';

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
    rmSync(programFolder, { recursive: true, force: true });
  });

  for (const target of [openaiAgentsJs, langgraphJs]) {
    const programs = new Map<string, Program>();
    before(async () => {
      for (const team of teams) programs.set(team.file, await loadProgram(team, target));
    });
    const playIn = (team: PlainTeam, script: Script) => play(programs.get(team.file)!, team, script, server);

    test(`of ${target.name} walk every edge of every team and no other, and end where a role says so`, async () => {
      for (const team of teams) {
        const script = new Script(team, 'tour');
        const { ending, passed, works } = await playIn(team, script);
        assert.deepEqual(ending, { by: 'stop', stop: team.stop_conditions[0] }, team.file);
        const walked = new Set(passed.map(({ from, to, kind }) => `${from} ${kind} ${to}`));
        assert.deepEqual(walked, new Set(script.ways), team.file);
        assert.ok(server.most <= team.budget.max_agents!, team.file);
        for (const { artifact } of team.outputs ?? []) assert.ok(works[artifact], `${team.file} ${artifact}`);
      }
    });

    test(`of ${target.name} start by the line in their header, in a project that is no module, and run to the end`, async () => {
      // With programs and tools that nothing is connected to, and with persons. The campaign `programs` starts all of them.
      for (const name of ['panel-code-review', 'policy-bound-service']) {
        const team = teams.find(each => each.name === name)!;
        const { code, stdout, stderr } = await startTeam(team, target, server);
        assert.equal(code, 0, stderr);
        assert.match(stderr, /is a program: a model carries out its section\. Pass its code with --program/);
        assert.match(stderr, /\{"by":"stop"/);
        const works = JSON.parse(stdout);
        assert.ok(Object.keys(works).every(work => team.outputs!.some(({ artifact }) => artifact === work)));
      }
      const team = teams.find(each => each.name === 'panel-code-review')!;
      const { code, stderr } = await startTeam(team, target, server, false);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^panel-code-review needs:\nmodels\["large"\], or MODEL_LARGE or MODEL in the environment\n/,
      );
    });

    test(`of ${target.name} give each of several reviewers its own brief alone, and its reviewer no stop`, async () => {
      const team = teams.find(each => each.name === 'panel-code-review')!;
      const seen: string[] = [];
      server.play = ({ instructions, input }) => {
        seen.push(input);
        assert.doesNotMatch(instructions, /Stop conditions:/);
        const suspicions = JSON.stringify([]);
        const text = JSON.stringify({
          works: [{ name: 'suspicions', text: suspicions }],
          messages: [],
          stop: null,
        });
        return { text, inputTokens: 1, outputTokens: 1 };
      };
      const lenses = ['behaviour', 'interfaces', 'security'];
      const brief = (lens: string) => `## Lens\n\n${lens}\n\n## Request\n\nr\n\n## Change\n\nc`;
      const dispatcher = async () => ({
        works: lenses.map(lens => ({ name: 'brief', text: brief(lens) })),
        messages: lenses.map(() => ({ to: 'delegates reviewer', text: 'Review it.' })),
        stop: null,
      });
      await programs.get(team.file)!('Do it.', { models: { large: 'l' }, performers: { dispatcher } });
      const found = seen.map(input => lenses.filter(lens => input.includes(lens)));
      assert.deepEqual(found.sort(), lenses.map(lens => [lens]).sort());
    });

    test(`of ${target.name} refuse an answer that goes beyond the team, and ask again`, async () => {
      for (const team of teams.slice(0, 6)) {
        const script = new Script(team, 'tour', { refused: true });
        const { ending } = await playIn(team, script);
        assert.equal(ending.by, 'stop', team.file);
        assert.ok(script.corrected > 0, team.file);
      }
    });

    test(`of ${target.name} end a loop that nobody ends`, async () => {
      for (const team of teams.filter(hasCycle)) {
        const script = new Script(team, 'round');
        // The others end the same way, after many more rounds.
        if (script.mostWalks() > 80) continue;
        const { ending, passed } = await playIn(team, script);
        assert.equal(ending.by, 'bound', `${team.file} ${JSON.stringify(ending)}`);
        assert.ok(passed.length > 0 && passed.length <= script.mostWalks(), `${team.file} ${passed.length}`);
      }
    });

    test(`of ${target.name} end when the tokens are spent`, async () => {
      for (const team of teams.filter(beginsWithModel).slice(0, 6)) {
        const script = new Script(team, 'tour', { inputTokens: team.budget.input_tokens! });
        const { ending, spent } = await playIn(team, script);
        assert.deepEqual(ending, { by: 'bound', bound: 'input_tokens' }, team.file);
        assert.ok(spent.calls <= team.budget.max_agents!, team.file);
      }
    });
  }
});
