/** Workflows as they are exported, run in a stand-in for Claude Code by a player that knows nothing of the teams. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { claudeCode } from '../../../../build/page/export/claude-code.ts';
import { claudeWorkflow } from '../../../../build/page/export/claude-workflow.ts';
import { lossesOf } from '../../../../build/page/export/target.ts';
import { dealtTo } from '../../../../build/page/program/step.ts';
import { someOf } from '../../../support/large.ts';
import { type PlainTeam, performerOf, plainTeams, tools } from '../../../support/team.ts';
import { runWorkflow } from '../../../support/workflow.ts';
import { inputsFor, play, read, type Turn } from '../../../support/workflow-play.ts';

const teams = plainTeams('newest');
const one = (name: string): PlainTeam => teams.find(team => team.name === name)!;
const scriptOf = (team: PlainTeam): string =>
  claudeWorkflow.files(read(team), tools).find(({ path }) => path.endsWith('.js'))!.text;

describe('the workflow of every team', () => {
  test('lets every role act, delivers what the team delivers, and keeps within the agents at once', async () => {
    for (const team of someOf(teams, 8)) {
      const { result, turns, most, asked } = await play(team);
      assert.equal(result.ended, 'done', `${team.file}: ${result.why}`);
      const again = await play(team, { decide: () => true });
      const acted = new Set([...turns, ...again.turns].map(({ role }) => role));
      for (const role of read(team).roles.filter(
        ({ performer, interface: own }) => performer !== 'person' && !own?.operation,
      ))
        assert.ok(acted.has(role.id), `${team.file}: ${role.id} did not act`);
      assert.ok(most <= team.budget.max_agents!, team.file);
      for (const { artifact } of team.outputs ?? [])
        assert.ok(artifact in result.works, `${team.file} ${artifact}`);
      assert.equal(
        asked.length > 0,
        team.roles.some(role => performerOf(team, role) === 'person'),
        team.file,
      );
    }
  });

  test('shows a role the works that it reads and nothing else, and each instance its own item alone', async () => {
    for (const team of someOf(teams, 8)) {
      const { turns } = await play(team);
      for (const { id, reads } of team.roles) {
        const own = turns.filter(({ role }) => role === id);
        for (const { seen } of own)
          for (const name of Object.keys(seen)) assert.ok(reads.includes(name), `${team.file} ${id} ${name}`);
        const [dealt] = dealtTo(read(team), read(team).roles.find(role => role.id === id)!);
        if (dealt === undefined) continue;
        const items = own.map(({ seen }) => seen[dealt]);
        assert.ok(
          items.every(item => item !== undefined && !item.startsWith('[')),
          `${team.file} ${id} ${items}`,
        );
        const labels = new Set(own.map(({ label }) => label));
        assert.ok(new Set(items).size >= labels.size, `${team.file}: two of ${id} got the same`);
      }
    }
  });

  test('ends when every edge is taken for ever, keeps what was written, and names the bound', async () => {
    for (const team of someOf(teams, 8)) {
      const { result } = await play(team, { decide: () => true });
      assert.ok(['done', 'bound'].includes(result.ended), `${team.file}: ${result.ended} ${result.why}`);
      if (result.ended === 'bound') assert.match(result.why!, /^\d+ (?:agents|output tokens)$/);
    }
  });

  test('starts no agent once its output tokens are spent, and no more agents than it may make calls', async () => {
    for (const team of teams.filter(({ roles }) => roles.length > 2)) {
      const spent = await play(team, { tokens: team.budget.output_tokens! });
      assert.equal(spent.result.ended, 'bound', team.file);
      assert.equal(spent.result.why, `${team.budget.output_tokens} output tokens`);
      assert.ok(spent.result.agents <= team.budget.max_agents!, team.file);
    }
    const team = one('breadth-first-research');
    const { result } = await play({ ...team, text: team.text.replace(/^calls: \d+$/m, 'calls: 2') });
    assert.deepEqual([result.ended, result.why, result.agents], ['bound', '2 agents', 2]);
  });

  test('ends with a fault when an agent gives no answer, and keeps the works of the others', async () => {
    for (const team of someOf(teams, 8)) {
      let silent = '';
      const { result, turns } = await play(team, {
        changed: turn => {
          if (turn.label.endsWith(' 2') || turn.label.includes(' 2 of ')) silent ||= turn.role;
          return turn.role === silent && / 2(?: of |$)/.test(turn.label) ? null : turn.answer;
        },
      });
      if (silent === '') continue;
      assert.deepEqual([result.ended, result.why], ['fault', `${silent} gave no answer.`], team.file);
      const [first] = turns.filter(({ role }) => role === silent);
      const kept = JSON.stringify(result.works);
      const delivered = team.outputs?.some(({ artifact }) => artifact in first!.answer);
      if (delivered) assert.ok(kept.includes(`${silent} wrote`), team.file);
    }
  });

  test('starts nothing without its inputs, or with one that it does not know, and says which they are', async () => {
    for (const team of someOf(teams, 8)) {
      const inputs = Object.keys(inputsFor(team));
      const run = (args: unknown) =>
        runWorkflow(scriptOf(team), { args, agents: [], play: () => assert.fail('An agent was started.') });
      const { result } = await run({ ...inputsFor(team), misspelt: 'x' });
      assert.equal(result.ended, 'not started');
      assert.equal(result.why, `misspelt is not an input. Pass args as an object with ${inputs.join(', ')}.`);
      const { why } = (await run({})).result;
      assert.match(why!, new RegExp(`^${inputs[0]} is missing`));
      if (inputs.length > 1) assert.equal((await run('{"a":')).result.why, why, 'a text is no object');
    }
  });

  test('waits for a person, says what to decide and with which works, and takes the answer in words', async () => {
    const open = ({ answer }: Turn) => {
      const values = answer.values as object[] | undefined;
      return { ...answer, ...(values && { values: values.map(value => ({ ...value, route: 'open' })) }) };
    };
    const { result, asked } = await play(one('field-extraction'), { changed: open });
    assert.equal(result.ended, 'done');
    assert.equal(asked.length, 1);
    assert.match(asked[0]!, /# open-values\n\n## values\n\n- document: settler wrote/);
    assert.match(String(result.works.table), /## values\n\nNone\.\n\n## decisions\n\n(?!None)/);
  });

  test('goes round a loop while somebody sends the work back, and no longer', async () => {
    const team = one('localise-repair-validate');
    const rounds = async (times: number) => {
      const { turns } = await play(team, {
        decide: (key, asked) => key === 'reproducer.repairer' || asked < times,
      });
      return turns.filter(({ role }) => role === 'repairer').length;
    };
    assert.deepEqual([await rounds(0), await rounds(1), await rounds(9)], [5, 10, 10]);
  });

  test('is a program that somebody could have written: at most 140 lines, forms and all, and it loses less than the files of Claude Code', () => {
    for (const team of someOf(teams, 8)) {
      const lines = scriptOf(team).trimEnd().split('\n');
      assert.ok(lines.length <= 140, `${team.file}: ${lines.length} lines`);
    }
    const count = (target: typeof claudeCode | typeof claudeWorkflow) =>
      teams.reduce((sum, team) => sum + lossesOf(read(team), target, tools).length, 0);
    assert.ok(
      count(claudeWorkflow) * 2 <= count(claudeCode),
      `${count(claudeWorkflow)} of ${count(claudeCode)}`,
    );
  });
});
