/** The Agent Skill of the service: where it is, and what a description of it must be. */

/** The name by which agents install it (agentskills.io): also the name of its folder. */
export const skillName = 'agent-topology';
export const skillPath = `/skills/${skillName}/SKILL.md`;

/** Returns the path of the skill of a team. Team and skill have the same name. */
export const teamSkillPath = (team: string): string => `/skills/${team}/SKILL.md`;

/** Returns the address of a skill over MCP (SEP-2640). */
export const skillUri = (name: string): string => `skill://${name}/SKILL.md`;

/** Tells whether a page is a skill. */
export const isSkillPath = (path: string): boolean => /^\/skills\/[a-z0-9-]+\/SKILL\.md$/.test(path);

/** The index in which agents look for skills of a host (Agent Skills Discovery 0.2.0). */
export const skillIndexPath = '/.well-known/agent-skills/index.json';
export const skillIndexSchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
