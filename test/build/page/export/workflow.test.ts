/** Workflows as they are exported, run in a stand-in for Claude Code by a script that plays every role. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { claudeCode } from '../../../../build/page/export/claude-code.ts';
import { claudeWorkflow } from '../../../../build/page/export/claude-workflow.ts';
import { lossesOf } from '../../../../build/page/export/target.ts';
import { readTeam } from '../../../../build/page/export/team.ts';
import { type PlainTeam, performerOf, plainTeams } from '../../../support/team.ts';
import { Script } from '../../../support/team-script.ts';
import { runWorkflow } from '../../../support/workflow.ts';
import type { Schema } from '../../../support/workflow-answer.ts';
import { play, read, tools } from '../../../support/workflow-play.ts';

const teams = plainTeams('newest');
const one = (name: string): PlainTeam => teams.find(team => team.name === name)!;

describe('the workflows', () => {
  test('of every team walk every edge and no other, deliver, and keep within the agents at once', async () => {
    const endings: string[] = [];
    for (const team of teams) {
      const script = new Script(team, 'tour');
      const { result, most, asked } = await play(team, script);
      const walked = new Set(result.passed.map(({ from, to, kind }) => `${from} ${kind} ${to}`));
      assert.deepEqual(walked, new Set(script.ways), team.file);
      assert.ok(most <= team.budget.max_agents!, team.file);
      for (const { artifact } of team.outputs ?? [])
        assert.ok(result.works[artifact], `${team.file} ${artifact}`);
      assert.ok(asked > 0 || team.roles.every(role => performerOf(team, role) !== 'person'), team.file);
      endings.push(result.ending.by);
    }
    assert.deepEqual([...new Set(endings)].sort(), ['silence', 'stop']);
  });

  test('end a loop that nobody ends', async () => {
    let ended = 0;
    for (const team of teams) {
      const script = new Script(team, 'round');
      if (script.mostWalks() > 80) continue;
      const { result } = await play(team, script);
      assert.notEqual(result.ending.by, 'fault', `${team.file} ${JSON.stringify(result.ending)}`);
      if (result.ending.by === 'bound') ended += 1;
    }
    assert.ok(ended > 10, `${ended}`);
  });

  test('start no agent once the output tokens of the team are spent, or those that the user allowed', async () => {
    for (const team of teams.filter(({ roles }) => roles.length > 2)) {
      const spent = await play(team, new Script(team, 'tour'), { tokens: team.budget.output_tokens! });
      const { max_agents } = team.budget;
      assert.deepEqual(spent.result.ending, { by: 'bound', bound: 'output_tokens' }, team.file);
      assert.ok(spent.result.spent.agents <= max_agents!, team.file);
      const user = await play(team, new Script(team, 'tour'), { tokens: 10, total: 10 });
      const bound = 'the tokens that the user allowed';
      assert.deepEqual(user.result.ending, { by: 'bound', bound }, team.file);
      assert.ok(user.result.spent.agents <= max_agents!, team.file);
    }
  });

  test('start no more agents than the team may make calls', async () => {
    const team = { ...one('breadth-first-research') };
    const text = team.text.replace(/^calls: \d+$/m, 'calls: 2');
    const { result } = await play({ ...team, text }, new Script(team, 'tour'));
    assert.deepEqual(result.ending, { by: 'bound', bound: 'calls' });
    assert.equal(result.spent.agents, 2);
  });

  test('end when their time is over, whatever an agent still does', async () => {
    const team = one('localise-repair-validate');
    const text = team.text.replace(/elapsed_milliseconds: \d+/, 'elapsed_milliseconds: 1');
    const files = claudeWorkflow.files(readTeam(text, '/x'), tools);
    const script = files.find(({ path }) => path.endsWith(`${team.name}.js`))!;
    const { result } = await runWorkflow(script.text, {
      ...{ args: 'Do it.', agents: files.flatMap(({ path }) => /agents\/(.+)\.md$/.exec(path)?.[1] ?? []) },
      play: () => new Promise(() => {}),
    });
    assert.deepEqual(result.ending, { by: 'bound', bound: 'elapsed_milliseconds' });
  });

  test('refuse what is not in the answer of a role, and ask again for a heading that is missing', async () => {
    const team = one('planner-workers-judge');
    const foreign = await play(team, new Script(team, 'tour'), {
      changed: answer => ({ ...answer, works: { ...answer.works, 'cycle-report': 'x', 'not-mine': 'x' } }),
    });
    assert.equal(foreign.result.ending.by, 'fault');
    assert.match(JSON.stringify(foreign.result.ending), /does not fit/);
    const kept: unknown[] = [];
    const { result } = await play(team, new Script(team, 'tour'), {
      changed(answer, role) {
        if (role !== 'planner') return answer;
        kept.push(answer);
        return kept.length === 1 ? { ...answer, works: { 'area-map': '## Areas' } } : kept[0];
      },
    });
    assert.ok(kept.length > 1);
    assert.ok(result.works['cycle-report']);
  });

  test('pass nothing on along an edge whose condition does not hold, or round a loop that is over', async () => {
    const team = one('planner-workers-judge');
    const { result } = await play(team, new Script(team, 'tour'), {
      changed(answer, role) {
        const to = answer.messages['hands_off.judge'] as { holds: boolean };
        return role === 'queue'
          ? { ...answer, messages: { ...answer.messages, 'hands_off.judge': { ...to, holds: false } } }
          : answer;
      },
    });
    assert.ok(!result.passed.some(({ to }) => to === 'judge'));
    const over = await play(team, new Script(team, 'tour'), {
      changed: (answer, role) => (role === 'planner' ? { ...answer, loops: { cycle: true } } : answer),
    });
    assert.deepEqual(over.result.passed, []);
  });

  test('end at once when a role that may tell says that a stop condition holds', async () => {
    for (const team of teams) {
      const script = new Script(team, 'tour');
      const { result } = await play(team, script, {
        changed: answer =>
          answer.stops
            ? { ...answer, stops: Object.fromEntries(Object.keys(answer.stops).map(each => [each, true])) }
            : answer,
      });
      assert.ok(result.ending.by === 'stop' && team.stop_conditions.includes(result.ending.stop), team.file);
    }
  });

  test('start as many as a role must have from one text, and hold a later place back', async () => {
    const team = one('localise-repair-validate');
    const { result } = await play(team, new Script(team, 'tour'));
    assert.equal(result.passed.filter(({ from, to }) => from === 'localiser' && to === 'repairer').length, 5);
    const triage = one('alert-triage');
    const places: string[] = [];
    await play(triage, new Script(triage, 'tour'), {
      changed: (answer, role) => {
        places.push(role);
        return answer;
      },
    });
    assert.ok(places.indexOf('sorter') < places.indexOf('investigator'));
  });

  test('have a control: one agent, with the tools of the team and its bounds', async () => {
    for (const team of teams.filter(({ roles }) => roles.length > 1)) {
      const files = claudeWorkflow.files(read(team), tools);
      const control = files.find(({ path }) => path.endsWith(`/${team.name}-control.js`))!;
      const ran = await runWorkflow(control.text, {
        ...{ args: 'Do it.', agents: [`${team.name}-one-agent`] },
        play: (_, { schema }) => {
          const { properties } = schema as Schema;
          const stops = Object.keys(properties.stops!.properties).map(each => [each, each === '1']);
          return { answer: { works: {}, messages: {}, stops: Object.fromEntries(stops) }, tokens: 1 };
        },
      });
      assert.equal(ran.meta.name, `${team.name}-control`);
      assert.deepEqual(ran.result.ending, { by: 'stop', stop: team.stop_conditions[0] }, team.file);
    }
  });

  test('lose at most a quarter of what the files of Claude Code lose', () => {
    const count = (target: typeof claudeCode | typeof claudeWorkflow) =>
      teams.reduce((sum, team) => sum + lossesOf(read(team), target, tools).length, 0);
    assert.ok(
      count(claudeWorkflow) * 4 <= count(claudeCode),
      `${count(claudeWorkflow)} of ${count(claudeCode)}`,
    );
  });
});
