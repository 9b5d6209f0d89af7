/** The Agent Skill of the service: where it is, and what a description of it must be. */

/** The name by which agents install it (agentskills.io): also the name of its folder. */
export const skillName = 'agent-topology';
export const skillPath = `/skills/${skillName}/SKILL.md`;

/** The index in which agents look for skills of a host (Agent Skills Discovery 0.2.0). */
export const skillIndexPath = '/.well-known/agent-skills/index.json';
export const skillIndexSchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
