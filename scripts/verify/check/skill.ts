/**
 * Checks that the index of skills names every skill that is served, with its digest, and that each skill agrees with the index.
 */
import { sha256Hex } from '#document/text/digest.ts';
import { readDocument } from '#document/text/front-matter.ts';
import {
  isSkillPath,
  skillIndexPath,
  skillIndexSchema,
  skillName,
  skillPath,
  teamSkillPath,
} from '#document/text/skill.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import type { Tree } from '../tree.ts';
import { textOf } from '../tree.ts';
import { type Check, faultAt } from './check.ts';

export const skillCheck: Check = {
  name: 'skill',
  help: 'Do not install the skill until its index has its digest.',
  run: tree => reasonsAgainst(tree).map(reason => faultAt(tree, skillIndexPath, reason)),
};

function reasonsAgainst(tree: Tree): string[] {
  const index = tree.pages.get(skillIndexPath);
  if (!index) return [];
  // The check of schemas reports what is not JSON.
  const { $schema, skills } = Object(unlessThrown(() => JSON.parse(textOf(index))));
  const entries: unknown[] = Array.isArray(skills) ? skills : [];
  const own = entries.some(each => Object(each).url === skillPath && Object(each).name === skillName);
  return [
    ...($schema === skillIndexSchema ? [] : [`\`$schema\` is not ${skillIndexSchema}.`]),
    ...(own ? [] : [`It names no skill ${skillName} at ${skillPath}.`]),
    ...entries.flatMap(entry => reasonsOf(tree, Object(entry))),
    ...[...tree.pages.keys()]
      .filter(path => isSkillPath(path) && !entries.some(entry => Object(entry).url === path))
      .map(path => `It does not name ${path}.`),
  ];
}

/** Compares a skill of the index with its page. Returns a sentence for each fault. */
function reasonsOf(tree: Tree, entry: Record<string, unknown>): string[] {
  const url = String(entry.url);
  const skill = tree.pages.get(url);
  if (!skill || !isSkillPath(url)) return [`It names a skill at ${url} that is not served.`];
  const parsed = readDocument(textOf(skill));
  const { name, description } = (parsed.ok ? parsed.document.value : {}) as Record<string, unknown>;
  const checks: [holds: boolean, reason: string][] = [
    [entry.type === 'skill-md', 'The type is not `skill-md`'],
    [entry.digest === `sha256:${sha256Hex(skill.bytes)}`, 'The digest is not that of the skill'],
    [
      entry.name === name && url === teamSkillPath(String(name)),
      'The name is not that of the skill and its folder',
    ],
    [entry.description === description, 'The description is not that of the skill'],
  ];
  return checks.filter(([holds]) => !holds).map(([, reason]) => `${reason}: ${url}.`);
}
