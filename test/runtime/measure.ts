/** Runs every team in a runtime of one version, and counts what held. */

import type { Tools } from '../../build/page/export/tool.ts';
import type { Team } from '../../build/page/program/team.ts';
import type { ClaimId, Measurement, Seen } from '../../build/page/runtime/claim.ts';
import { boundFacts } from './bound.ts';
import type { Fact } from './fact.ts';
import { type Installed, runTeam } from './play.ts';

/** The team on which bounds are measured: three act at once, and it states its calls. */
const smallTeam = 'spec-blind-tester-pair';

/** How many sessions run at once. */
const atOnce = 3;

/** Runs every team, and counts what held. @param done is told how many teams have been run */
export async function measure(
  installed: Installed,
  version: string,
  teams: readonly Team[],
  tools: Tools,
  done: (teams: number) => void,
): Promise<Measurement> {
  const facts: Fact[] = [];
  const waiting = [...teams];
  const work = async () => {
    for (let team = waiting.shift(); team; team = waiting.shift()) {
      facts.push(...(await runTeam(installed, team, tools)).facts);
      done(teams.length - waiting.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const small = teams.find(({ name }) => name === smallTeam);
  if (small) facts.push(...(await boundFacts(installed, small, tools)));
  return {
    version: `${installed.runtime.name} ${version}`,
    measured_on: new Date().toISOString().slice(0, 10),
    platform: `${process.platform}-${process.arch}`,
    teams: teams.length,
    claims: counted(facts),
    not_offered: notOffered(facts),
  };
}

function counted(facts: readonly Fact[]): Measurement['claims'] {
  const sorted = facts.toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
  const ids = [...new Set(facts.map(({ claim }) => claim))];
  return Object.fromEntries(
    ids.map((id): [ClaimId, Seen] => {
      const of = sorted.filter(({ claim }) => claim === id);
      const broken = of.filter(({ holds }) => !holds);
      const [first] = broken;
      const seen = first && { seen: `${first.subject}: ${first.seen}` };
      return [id, { measured: of.length, broken: broken.length, ...seen }];
    }),
  );
}

/** Lists the tools that roles were not offered, each set of tools once. */
function notOffered(facts: readonly Fact[]): Measurement['not_offered'] {
  const found = facts.flatMap(({ missing }) => (missing && missing.missing.length > 0 ? [missing] : []));
  const sorted = found.map(({ named, missing }) => ({
    named: named.toSorted(),
    missing: missing.toSorted(),
  }));
  return [...new Map(sorted.map(each => [each.named.join(), each])).values()];
}
