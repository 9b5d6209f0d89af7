/**
 * The skills of the catalog over MCP (SEP-2640, docs/mcp.md#13): the pages below `/skills/`, each of which is a skill of one
 * file.
 */
import { readDocument } from '#document/text/front-matter.ts';
import { oncePer } from '#document/text/once-per.ts';
import { isSkillPath, skillUri, teamSkillPath } from '#document/text/skill.ts';
import type { Site } from '../site/site.ts';
import type { Skill, SkillProvider } from './capability-provider.ts';
import type { McpContext } from './context.ts';

export const pageSkills = (context: McpContext): SkillProvider => ({
  list: async () => [...(await skillsOf(context.site())).values()],
  get: async uri => (await skillsOf(context.site())).get(uri),
});

/** Returns the path of the page of a skill; undefined for any other URI. */
export function skillPathOf(uri: string): string | undefined {
  const [, name] = /^skill:\/\/([a-z0-9-]{1,64})\/SKILL\.md$/.exec(uri) ?? [];
  return name === undefined ? undefined : teamSkillPath(name);
}

/** Returns the skills of a site by their URI, in the order of the manifest. */
const skillsOf = oncePer(async ({ entries, pages }: Site): Promise<Map<string, Skill>> => {
  const skills = new Map<string, Skill>();
  for (const { path, digest, size } of entries) {
    if (!isSkillPath(path)) continue;
    const reading = readDocument(await pages.get(path)!.text());
    if (!reading.ok) continue;
    const frontmatter = reading.document.value as Record<string, unknown>;
    const uri = skillUri(String(frontmatter.name));
    skills.set(uri, { uri, frontmatter, resources: [{ uri, digest: `sha256:${digest}`, size }] });
  }
  return skills;
});
