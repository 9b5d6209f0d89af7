/** The Agent Skills of the service and of its teams: their names, paths and URIs. */

/** The name under which agents install the skill (agentskills.io), which is also the name of its folder. */
export const skillName = 'agent-topology';
export const skillPath = `/skills/${skillName}/SKILL.md`;

/** Returns the path of the skill of a team, which has the name of the team. */
export const teamSkillPath = (team: string): string => `/skills/${team}/SKILL.md`;

/** Returns the URI of a skill over MCP (SEP-2640). */
export const skillUri = (name: string): string => `skill://${name}/SKILL.md`;

/** Tells whether a path is that of a skill. */
export const isSkillPath = (path: string): boolean => /^\/skills\/[a-z0-9-]+\/SKILL\.md$/.test(path);

/** The path of the index in which agents look for the skills of a host (Agent Skills Discovery 0.2.0). */
export const skillIndexPath = '/.well-known/agent-skills/index.json';
export const skillIndexSchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
