/** What a model is told: conditions and stops, if it judges them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTeam } from '../../../../build/export/team.ts';
import { dataOf } from '../../../../scripts/first/run/data.ts';
import { answerOf, instructionsOf } from '../../../../scripts/first/run/prompt.ts';
import type { Turn } from '../../../../scripts/first/run/team.ts';
import { plainTeams } from '../../../support/team.ts';

const teams = plainTeams('newest').map(({ text, file }) => dataOf(readTeam(text, `/${file}`)));
const turnOf = (team: (typeof teams)[number], id: string): Turn => ({
  ...{ role: team.roles.find(role => role.id === id)!, messages: [], works: {}, channels: [], faults: [] },
  used: { tools: [], inputTokens: 0, outputTokens: 0 },
});

test('whoever may stop is told every stop condition, goal and flow; nobody else is told or offered one', () => {
  for (const team of teams) {
    assert.ok(
      team.roles.some(({ stops }) => stops),
      team.name,
    );
    for (const role of team.roles) {
      const turn = turnOf(team, role.id);
      const told = instructionsOf(team, turn);
      for (const stop of team.stops)
        assert.equal(told.includes(stop), role.stops, `${team.name} ${role.id}: ${stop}`);
      const parsed = answerOf(turn).safeParse({ works: [], messages: [], stop: 1 });
      assert.equal(parsed.success, role.stops, `${team.name} ${role.id}`);
      if (role.stops) assert.ok(told.includes(team.goal) && told.includes(team.flow));
    }
  }
});

test('whoever writes along an edge is told its condition, and the rounds and the end of its loop', () => {
  const judged = teams.flatMap(team => team.edges.map(edge => ({ team, edge })));
  assert.ok(judged.some(({ edge }) => edge.when !== undefined));
  for (const { team, edge } of judged) {
    const told = instructionsOf(team, turnOf(team, edge.from));
    if (edge.when !== undefined) assert.ok(told.includes(`when ${edge.when}`), `${team.name}: ${edge.when}`);
    const loop = team.loops.find(({ id }) => id === edge.loop);
    if (loop) assert.ok(told.includes(`at most ${loop.most} times, until ${loop.until}`), team.name);
  }
});

test('whoever writes a work is told what it holds', () => {
  for (const team of teams)
    for (const { work, says } of team.forms)
      for (const { id } of team.roles.filter(({ writes }) => writes.includes(work)))
        assert.ok(
          instructionsOf(team, turnOf(team, id)).includes(`${work}: ${says}`),
          `${team.name} ${work}`,
        );
});

test('of several who act in a role at once, none may stop the run where one alone may', () => {
  const found = teams.flatMap(({ name, roles }) =>
    roles.filter(({ most, stops }) => stops && (most ?? 1) > 1).map(({ id }) => `${name} ${id}`),
  );
  assert.deepEqual(found, []);
});
