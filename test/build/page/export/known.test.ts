/** The claims of coding hosts, and the losses that follow from them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { agentsOf } from '../../../../build/page/export/host.ts';
import { targets } from '../../../../build/page/export/index.ts';
import { knownOf, made } from '../../../../build/page/export/known.ts';
import { concerns, reachOf } from '../../../../build/page/export/reach.ts';
import { lossesOf } from '../../../../build/page/export/target.ts';
import { readTeam } from '../../../../build/page/program/team.ts';
import { claims, type HostId, isHost, isListed } from '../../../../build/page/runtime/claim.ts';
import { record } from '../../../../build/page/runtime/record.ts';
import { runtimes } from '../../../runtime/index.ts';
import { plainTeams, tools } from '../../../support/team.ts';

const teams = plainTeams('newest').map(({ text, file }) => readTeam(text, `/${file}`));
const hosts = targets.map(({ id }) => id).filter(isHost);

test('every claim is made somewhere, and every host makes claims', () => {
  assert.deepEqual([...new Set(Object.values(made).flat())].sort(), Object.keys(claims).sort());
  assert.deepEqual(Object.keys(made).sort(), [...hosts].sort());
  assert.deepEqual(runtimes.map(({ target }) => target).sort(), [...hosts].sort());
});

describe('every claim of a host was measured, or names what documents it:', () => {
  for (const host of hosts)
    test(host, () => {
      for (const { claim, measured, documented } of knownOf(host)) {
        assert.ok(measured.length > 0 || documented, claim);
        for (const { measured_on, version, platform, measured: times } of measured) {
          assert.match(
            `${measured_on} ${version} ${platform}`,
            /^\d{4}-\d\d-\d\d [A-Z][\w ]+ \d+\.\d+\.\d+ \w+-\w+$/,
          );
          assert.ok(times > 0);
        }
      }
    });
});

test('each runtime was measured with the teams of that day, and started every role', () => {
  for (const host of hosts) {
    assert.ok(record[host].length > 0, host);
    for (const { teams: count, claims: seen } of record[host]) {
      assert.ok(count > 1);
      assert.deepEqual([seen.started?.broken, seen.briefed?.broken, seen.told?.broken], [0, 0, 0], host);
    }
  }
});

test('a claim that did not hold is listed as lost', () => {
  for (const host of hosts)
    for (const { claim, holds } of knownOf(host)) assert.ok(holds || isListed(claim), `${host}: ${claim}`);
});

test('a role has the loss of a claim that did not hold, and no role that it does not concern', () => {
  let lost = 0;
  for (const target of targets.filter(({ id }) => isHost(id)))
    for (const team of teams) {
      const losses = lossesOf(team, target, tools);
      for (const role of agentsOf(team))
        for (const { claim, holds } of knownOf(target.id as HostId)) {
          const { lost: loss } = claims[claim] as { lost?: { what: string } };
          if (!loss) continue;
          const isLost = losses.some(
            ({ subject, what }) => subject === `role:${role.id}` && what === loss.what,
          );
          const expected = !holds && concerns(claim, reachOf(role, target.id as HostId, tools));
          assert.equal(isLost, expected, `${target.id} ${team.name} ${role.id} ${claim}`);
          lost += isLost ? 1 : 0;
        }
    }
  assert.ok(lost > 0);
});
