/** Facts from one small team on the bounds that files state, and on the trust that a runtime asks for. */

import { agentName, agentsOf } from '../../build/page/export/host.ts';
import { made } from '../../build/page/export/known.ts';
import type { Tools } from '../../build/page/export/tool.ts';
import type { Team } from '../../build/page/program/team.ts';
import type { Fact } from './fact.ts';
import { type Installed, type Play, playing, runTeam } from './play.ts';
import { probesOf } from './runtime.ts';

/** The turns that each agent is given: few, so that it is stopped soon. */
const most = 10;

/** Facts of the claims that a host makes beyond its roles. */
export async function boundFacts(installed: Installed, team: Team, tools: Tools): Promise<Fact[]> {
  const claimed = made[installed.runtime.target];
  return [
    ...(claimed.includes('turns') ? [await ofTurns(installed, team, tools)] : []),
    ...(claimed.includes('minutes') ? [await ofMinutes(installed, team, tools)] : []),
    ...(claimed.includes('threads') ? [await ofThreads(installed, team, tools)] : []),
    ...(claimed.includes('trust') ? [await ofTrust(installed, team, tools)] : []),
  ];
}

/** Every role calls a tool until it is stopped. Some runtimes ask once more for a last word. */
async function ofTurns(installed: Installed, team: Team, tools: Tools): Promise<Fact> {
  const { runtime } = installed;
  const play: Play = (turn, of, place) => {
    const { role } = turn.who;
    if (role === undefined) return playing(runtime)(turn, of, place);
    return runtime.tries(probesOf(place, { team: team.name, role })).slice(0, 1);
  };
  const changed = (text: string) => text.replace(/^max_turns: \d+$/m, `max_turns: ${most}`);
  const { scene } = await runTeam(installed, team, tools, { play, changed });
  const turns = agentsOf(team).map(({ id }) => scene.heard.get(`${team.name}/${id}`)?.turns ?? 0);
  const holds = turns.every(each => each > 0 && each <= most + 1);
  return {
    claim: 'turns',
    subject: team.name,
    holds,
    seen: `of ${most} turns, its agents took ${turns.join(' and ')}`,
  };
}

/** Every role calls a tool every few seconds until it is stopped, where each agent has one minute. */
async function ofMinutes(installed: Installed, team: Team, tools: Tools): Promise<Fact> {
  const { runtime } = installed;
  const wait = 5000;
  const play: Play = async (turn, of, place) => {
    const { role } = turn.who;
    if (role === undefined) return playing(runtime)(turn, of, place);
    await new Promise(resolve => setTimeout(resolve, wait));
    return runtime.tries(probesOf(place, { team: team.name, role })).slice(0, 1);
  };
  const [first] = agentsOf(team);
  const alone = {
    ...team,
    roles: team.roles.filter(({ performer, id }) => performer !== 'model' || id === first!.id),
  };
  const changed = (text: string) => text.replace(/^timeout_mins: \d+$/m, 'timeout_mins: 1');
  const { scene } = await runTeam(installed, alone, tools, { play, changed });
  const turns = scene.heard.get(`${team.name}/${first!.id}`)?.turns ?? 0;
  const holds = turns > 0 && turns * wait <= 75_000;
  return {
    claim: 'minutes',
    subject: team.name,
    holds,
    seen: `of one minute, it took ${turns} turns of five seconds`,
  };
}

/** The session starts one agent more than the team allows, and closes none. */
async function ofThreads(installed: Installed, team: Team, tools: Tools): Promise<Fact> {
  const { runtime } = installed;
  const most = team.budget.max_agents;
  const [first] = agentsOf(team);
  const play: Play = ({ who, results }) =>
    who.role === undefined && results.length <= most
      ? [runtime.starts(agentName(team, first!), 'Begin.')]
      : [];
  const { scene } = await runTeam(installed, team, tools, { play });
  const results = scene.heard.get(`${team.name}/`)?.results ?? [];
  const begun = results.filter(result => result.includes('agent_id')).length;
  return {
    claim: 'threads',
    subject: team.name,
    holds: begun === most,
    seen: `of ${most} agents at once, ${begun} began`,
  };
}

/** Nobody has trusted the project: no agent of it may be there. */
async function ofTrust(installed: Installed, team: Team, tools: Tools): Promise<Fact> {
  const { scene } = await runTeam(installed, team, tools, { trusted: false });
  const there = agentsOf(team).filter(({ id }) => scene.heard.has(`${team.name}/${id}`));
  const seen = `${there.map(({ id }) => id).join(', ')} was started`;
  return { claim: 'trust', subject: team.name, holds: there.length === 0, seen };
}
