/** The skills of the catalog over MCP (SEP-2640, docs/mcp.md#18): the pages below `/skills/`, each a skill of one file. */
import { sha256Hex } from '#document/text/digest.ts';
import { readDocument } from '#document/text/front-matter.ts';
import { oncePer } from '#document/text/once-per.ts';
import { isSkillPath, skillUri, teamSkillPath } from '#document/text/skill.ts';
import type { Site } from '../site/site.ts';
import type { Skill, SkillProvider } from './capability-provider.ts';
import type { McpContext } from './context.ts';

export const pageSkills = (context: McpContext): SkillProvider => ({
  list: () => [...skillsOf(context.site()).values()],
  get: uri => skillsOf(context.site()).get(uri),
});

/** The path of the page of a skill; undefined for another address. */
export function skillPathOf(uri: string): string | undefined {
  const [, name] = /^skill:\/\/([a-z0-9-]{1,64})\/SKILL\.md$/.exec(uri) ?? [];
  return name === undefined ? undefined : teamSkillPath(name);
}

/** By address, in the order of the manifest. */
const skillsOf = oncePer(
  ({ entries, pages }: Site): Map<string, Skill> =>
    new Map(
      entries.flatMap(({ path }): [string, Skill][] => {
        if (!isSkillPath(path)) return [];
        const { body } = pages.get(path)!.identity;
        const reading = readDocument(body.toString('utf8'));
        if (!reading.ok) return [];
        const frontmatter = reading.document.value as Record<string, unknown>;
        const uri = skillUri(String(frontmatter.name));
        const file = { uri, digest: `sha256:${sha256Hex(body)}`, size: body.length };
        return [[uri, { uri, frontmatter, resources: [file] }]];
      }),
    ),
);
