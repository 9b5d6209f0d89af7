/** Facts from a run of a team: one for each claim of its export, whether the claim held, and what was seen where it did not. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { agentsOf, programTools, rolePrompt } from '../../build/page/export/host.ts';
import { made } from '../../build/page/export/known.ts';
import { concerns, reachOf } from '../../build/page/export/reach.ts';
import { boundLines, edgeLine } from '../../build/page/export/team-text.ts';
import { namesOf, type Tools } from '../../build/page/export/tool.ts';
import type { Team, TeamRole } from '../../build/page/program/team.ts';
import type { ClaimId, Measurement } from '../../build/page/runtime/claim.ts';
import { type Place, probesOf, type Runtime } from './runtime.ts';
import { type Heard, keyOf, type Scene } from './scene.ts';

export interface Fact {
  claim: ClaimId;
  /** `team/role`. */
  subject: string;
  holds: boolean;
  /** A sentence on the breach, where the claim does not hold. */
  seen?: string;
  /** Tools of the file that the role was not offered, among all that the file names. */
  missing?: Measurement['not_offered'][number];
}

interface Run {
  runtime: Runtime;
  team: Team;
  tools: Tools;
  place: Place;
  scene: Scene;
}

/** All facts of a run, role by role. */
export function factsOf(run: Run): Fact[] {
  const ofRoles = agentsOf(run.team).flatMap(role => {
    const subject = keyOf({ team: run.team.name, role: role.id });
    const heard = run.scene.heard.get(subject);
    const fact: Make = (claim, holds, seen = '') => ({ claim, subject, holds, ...(!holds && { seen }) });
    if (!heard) return [fact('started', false, `the session could not start it: ${refusal(run)}`)];
    const told = rolePrompt(run.team, role).trim();
    return [
      fact('started', true),
      fact('told', heard.text.includes(told), 'its instructions are not those of its file'),
      ...ofTools(run, role, heard, fact),
      ...ofReach(run, role, subject, fact),
    ];
  });
  return [...ofRoles, ...ofSession(run)].filter(({ claim }) => made[run.runtime.target].includes(claim));
}

/** Returns the results that the session was given, as one line, where it could not start a role. */
function refusal({ scene, team }: Run): string {
  const results = scene.heard.get(keyOf({ team: team.name }))?.results ?? ['it never ran'];
  return results.join(' ').replaceAll(/\s+/g, ' ').slice(0, 300);
}

type Make = (claim: ClaimId, holds: boolean, seen?: string) => Fact;

function ofTools({ runtime, tools }: Run, role: TeamRole, heard: Heard, fact: Make): Fact[] {
  const { names } = namesOf(role.tools, runtime.target, tools);
  const named = names.flatMap(name => offeredFor(runtime, name));
  const offered = heard.tools.filter(tool => !runtime.own.includes(tool));
  const more = offered.filter(tool => !named.includes(tool));
  const missing = names.filter(name => isMissing(runtime, name, offered));
  return [
    fact('tools', more.length === 0, `it is offered ${more.join(', ')} too`),
    {
      ...fact('offered', missing.length === 0, `it is not offered ${missing.join(', ')}`),
      missing: { named: names, missing },
    },
  ];
}

/** Returns the facts about acts of a role that its tools do not allow. A role that may do something shows nothing of it. */
function ofReach(
  { runtime, tools, place, scene, team }: Run,
  role: TeamRole,
  subject: string,
  fact: Make,
): Fact[] {
  const { inside } = probesOf(place, { team: team.name, role: role.id });
  const ran = existsSync(join(place.work, 'ran', `${team.name}.${role.id}`));
  const reach = reachOf(role, runtime.target, tools);
  return [
    fact('files', !existsSync(inside) && !ran, 'it wrote a file into the project'),
    fact('shell', !ran, 'it ran a command'),
    fact('network', !scene.reached.has(subject), 'it reached an address'),
    fact('search', !scene.heard.get(subject)!.tools.includes('web_search'), 'it is offered web_search'),
    fact('alone', !scene.started.has(subject), 'it started an agent'),
  ].filter(({ claim }) => concerns(claim, reach));
}

/** Returns the facts about the session: whether it was told all lines, which tools it has, and which agents it started. */
function ofSession({ runtime, team, tools, scene }: Run): Fact[] {
  const subject = keyOf({ team: team.name });
  const heard = scene.heard.get(subject);
  if (!heard) return [];
  const { names } = namesOf(programTools(team), runtime.target, tools);
  const lines = [...team.edges.map(edgeLine), ...boundLines(team)];
  const lost = lines.filter(line => !plain(heard.text).includes(plain(line)));
  const lacks = names.filter(name => isMissing(runtime, name, heard.tools));
  const other = scene.started.has(`${subject}session`);
  return [
    { claim: 'briefed', subject, holds: lost.length === 0, seen: `it was not told: ${lost.join(' ')}` },
    { claim: 'team', subject, holds: !other, ...(other && { seen: 'it started another agent' }) },
    ...(names.length === 0
      ? []
      : [
          {
            claim: 'programs',
            subject,
            holds: lacks.length === 0,
            seen: `it has no ${lacks.join(', ')}`,
          } as const,
        ]),
  ];
}

/** A text without what an export puts into it so that a runtime executes nothing. */
const plain = (text: string): string => text.replaceAll(/[\\\s]/g, '');

const isMissing = (runtime: Runtime, name: string, offered: readonly string[]): boolean =>
  !runtime.unmeasured?.includes(name) && !offeredFor(runtime, name).some(tool => offered.includes(tool));

const offeredFor = ({ offered = {} }: Runtime, name: string): readonly string[] => offered[name] ?? [name];
