/**
 * Every team in use as a program of both frameworks, run by Node.js with a server in place of a model: in each the same roles must act as
 * in the workflow, see the same works, and end as intended, persons included. When the service fails for ever after the first answer,
 * it ends with a fault; started again, it does not ask again what was answered.
 */
import { rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { temporaryFolder } from '../support/folder.ts';
import { frameworks, runTeam } from '../support/program-run.ts';
import { type PlainTeam, plainTeams } from '../support/team.ts';
import { factsOf, play, read } from '../support/workflow-play.ts';
import type { Campaign } from './campaign.ts';

/** Whether a program ends with a fault when its service fails for ever at some time, and then goes on without asking again. */
async function goesOn(plain: PlainTeam, framework: (typeof frameworks)[number]): Promise<boolean> {
  const cwd = temporaryFolder();
  let answered = 0;
  const failed = await runTeam(plain, framework, cwd, { broken: () => (answered++ < 1 ? undefined : 500) });
  const { code, turns } = await runTeam(plain, framework, cwd);
  rmSync(cwd, { recursive: true, force: true });
  const again = turns.filter(({ prompt }) => failed.turns.some(each => each.prompt === prompt));
  // A team whose one agent had answered was done.
  return code === 0 && [0, 1].includes(failed.code!) && again.length === 0;
}

export const campaign: Campaign = {
  description: 'every team in use as a program of both frameworks, beside its workflow',
  rounds: 100,
  goals: { different: 0, lost: 0 },
  async run({ rounds, say }) {
    const counts = { teams: 0, programs: 0, agents: 0, persons: 0, different: 0, lost: 0 };
    for (const plain of plainTeams('newest').slice(0, rounds)) {
      const models = new Set(
        read(plain).roles.flatMap(({ id, performer }) => (performer === 'model' ? [id] : [])),
      );
      const expected = factsOf((await play(plain)).turns, models);
      counts.teams += 1;
      for (const framework of frameworks) {
        const cwd = temporaryFolder();
        const { code, turns, asked, stderr } = await runTeam(plain, framework, cwd);
        rmSync(cwd, { recursive: true, force: true });
        const facts = factsOf(turns, models);
        const isSame = code === 0 && isDeepStrictEqual(facts, expected);
        counts.programs += 1;
        counts.agents += turns.length;
        counts.persons += asked;
        if (!isSame) counts.different += 1;
        if (!(await goesOn(plain, framework))) counts.lost += 1;
        say(
          `${plain.name} ${framework}: ${isSame ? 'alike' : `different, ${code} ${JSON.stringify(facts)} ${stderr.slice(-300)}`}`,
        );
      }
    }
    return counts;
  },
};
