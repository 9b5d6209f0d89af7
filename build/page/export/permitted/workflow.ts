/**
 * The permitted workflow of Claude Code: its name and a team as plain data, in code known as the build's own, and an agent for
 * each role. A session runs the code, so no catalog may choose it.
 */
import { z } from 'zod';
import { sha256Hex } from '#document/text/digest.ts';
import { codeBegins, dataBegins, metaBegins } from '../workflow-script.ts';
import { prose, someOf } from './field.ts';
import { NotPermitted, type Permitted, type Values } from './form.ts';
import { frontMatterOf } from './read.ts';

/** A value in JSON that JavaScript reads alike: both take the key `__proto__` and two signs that end a line for different things. */
function plainIn(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text, (key, inner) => {
      if (key === '__proto__') throw new SyntaxError();
      return inner;
    });
    if (/[\u2028\u2029]/.test(text)) throw new SyntaxError();
    return value;
  } catch {
    throw new NotPermitted('Its name or its team is not plain data.');
  }
}

/** Plain data holds no blank line, since texts in it are quoted: so the first one ends it. */
function scriptIn(text: string): Values {
  const data = text.indexOf(dataBegins);
  const code = text.indexOf(codeBegins, data + dataBegins.length);
  if (!text.startsWith(metaBegins) || data < 0 || code < 0)
    throw new NotPermitted('It is no workflow of a team.');
  const meta = plainIn(text.slice(metaBegins.length, data));
  plainIn(text.slice(data + dataBegins.length, code));
  return { ...meta, code: sha256Hex(text.slice(code + codeBegins.length)) };
}

/** The digests of the code in `../workflow/`. A test says the one to add. Those of former versions stay. */
const codes = ['7d6dd650c0b421ddd446de3d60d744b601bc08cd5e3c4e12ddf72f912989a36b'];

const script = (path: string, nameOf: (team: string) => string): Permitted['forms'][number] => ({
  path,
  says: '`meta` and a team as plain data, in code that the command knows by its digest',
  read: scriptIn,
  prose: ['description', 'whenToUse', 'phases', 'code'],
  fields: team =>
    z.strictObject({
      name: z.literal(nameOf(team)),
      description: prose,
      whenToUse: prose,
      phases: z.array(z.strictObject({ title: prose })),
      code: z.enum(codes, 'expected code that this version of the command knows: a newer one may know it'),
    }),
});

const claudeWorkflow: Permitted = {
  versions: ['Claude Code 2.1 workflows'],
  forms: [
    {
      path: '.claude/agents/TEAM-ROLE.md',
      says: '`name`, `description`, `tools` (must be there: those of `claude-code`), `model`, `maxTurns`',
      read: frontMatterOf,
      prose: ['name', 'description', 'body'],
      fields: (_team, name) =>
        z.strictObject({
          name: z.literal(name),
          description: prose,
          tools: someOf(['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'WebFetch', 'WebSearch', 'Write']),
          model: z.enum(['haiku', 'sonnet', 'opus']),
          maxTurns: z.int().min(1).max(1_000_000).optional(),
          body: prose,
        }),
    },
    script('.claude/workflows/TEAM.js', team => team),
    script('.claude/workflows/TEAM-control.js', team => `${team}-control`),
  ],
};

/** By target. */
export const workflows = { 'claude-workflow': claudeWorkflow };
