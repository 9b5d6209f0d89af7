/** The index of skills names the skill that is served, with its digest, and the skill says of itself what the index says. */
import { sha256Hex } from '#build/text/digest.ts';
import { readDocument } from '#build/text/front-matter.ts';
import { skillIndexPath, skillIndexSchema, skillName, skillPath } from '#build/text/skill.ts';
import type { Tree } from '../tree.ts';
import { textOf } from '../tree.ts';
import { type Check, faultAt } from './check.ts';

export const skillCheck: Check = {
  name: 'skill',
  help: 'Do not install the skill until its index has its digest.',
  run: tree => reasonsAgainst(tree).map(reason => faultAt(tree, skillIndexPath, reason)),
};

function reasonsAgainst(tree: Tree): string[] {
  const [index, skill] = [tree.pages.get(skillIndexPath), tree.pages.get(skillPath)];
  if (!index) return [];
  const { $schema, skills } = read(textOf(index));
  const entry = Array.isArray(skills) ? skills.find(each => each?.url === skillPath) : undefined;
  if (!entry || !skill) return [`It names no skill at ${skillPath} that is served.`];
  const parsed = readDocument(textOf(skill));
  const { name, description } = (parsed.ok ? parsed.document.value : {}) as Record<string, unknown>;
  const checks: [holds: boolean, reason: string][] = [
    [$schema === skillIndexSchema, `\`$schema\` is not ${skillIndexSchema}.`],
    [entry.type === 'skill-md', 'The type of the skill is not `skill-md`.'],
    [entry.digest === `sha256:${sha256Hex(skill.bytes)}`, 'The digest is not that of the skill.'],
    [entry.name === skillName && name === skillName, `The skill is not named ${skillName}.`],
    [entry.description === description, 'The description is not that of the skill.'],
  ];
  return checks.filter(([holds]) => !holds).map(([, reason]) => reason);
}

function read(text: string): { $schema?: unknown; skills?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {}; // The check of schemas reports it.
  }
}
