/**
 * The newest version of each starter as an Agent Skill (agentskills.io): the text of the team for one model that coordinates it.
 */
import { withoutShell } from '#document/guard/active-form.ts';
import { offered } from '../../catalog/source/version-order.ts';
import { markdown } from '../../document/text/media-type.ts';
import { teamSkillPath } from '../../document/text/skill.ts';
import { teamText } from '../export/prompts.ts';
import { readTeam } from '../program/team.ts';
import { withFrontMatter } from '../program/write.ts';
import type { DiscoveryFile, Service } from './service.ts';

export interface TeamSkill {
  name: string;
  version: string;
  description: string;
  taskClasses: readonly string[];
  path: string;
  text: string;
}

const made = new WeakMap<Service, TeamSkill[]>();

/** Returns the skills of all starters, ordered by name. They are computed once for each service. */
export function teamSkills(service: Service): TeamSkill[] {
  const known = made.get(service);
  if (known) return known;
  const skills = offered(service.catalog.starters).map(([newest]): TeamSkill => {
    const team = readTeam(newest!.page()!, newest!.path);
    const { name, version, description, task_classes: taskClasses } = team;
    const fields = { name, description, metadata: { version, source: service.baseUrl + newest!.path } };
    const text = withFrontMatter(fields, withoutShell(teamText(team)));
    return { name, version, description, taskClasses, path: teamSkillPath(name), text };
  });
  made.set(service, skills);
  return skills;
}

export const teamSkillFiles = (service: Service): DiscoveryFile[] =>
  teamSkills(service).map(({ path, text, name }) => {
    return { paths: [path], mediaType: markdown, text, title: `Skill: the team ${name}` };
  });
