/** Whatever a document holds, each file of each export reads back as the same text, and a command stays inert. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { type AnyNode, parse } from 'acorn';
import { transformSync } from 'esbuild';
import fc from 'fast-check';
import { load as loadYaml } from 'js-yaml';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { isActive } from '../../../../build/document/guard/active-form.ts';
import { targets } from '../../../../build/page/export/index.ts';
import { readTeam, type Team } from '../../../../build/page/program/team.ts';
import { fenced } from '../../../../build/page/program/write.ts';
import { readExport } from '../../../support/export.ts';
import { isLarge } from '../../../support/large.ts';
import { plainTeams } from '../../../support/team.ts';

/** Texts that some reader takes for the end of a text, a placeholder, a file, a command or another line. */
const pieces = [
  ...[
    ...['"', "'", '`', '```', '````````', '"""', "'''", '\\', '\\"', '---', '\n---\n', '...', '#', ': '],
    ...[' #', '- ', '|', '>', '%', '@', '&a', '*a', '!!js'],
  ],
  ...[
    ...[`\${process.exit(1)}`, '$ARGUMENTS', '$1', `\${ARGUMENTS}`, '{{args}}', '{{{x}}', '!`id`'],
    ...['```!\nid\n```', '~~~ !', '!{id}', '@.env', '@{.env}', '*/', '//', '</script>', '<!--'],
  ],
  ...[
    ...['\u2028', '\u2029', '\u0085', '\ufeff', '\u00a0', '\t', '\u{1f600}', '\u202e', '}', '{', '[', ']'],
    ...['=', ',', '~', 'null', 'yes', 'word', ' ', '\n', '\n\n', '__proto__', '\n## `a.md`\n'],
  ],
];
const text = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 })
  .map(parts => parts.join(''));
const line = text.map(each => each.replace(/\s+/g, ' ').trim() || 'x');
const prompt = text.map(each => each.trim() || 'x');
const slug = fc.constantFrom(
  'constructor',
  'to-string',
  'root',
  'deliver',
  'con',
  '0',
  'null',
  'yes',
  'on',
  '1e5',
  'value-of',
  'name',
);

const base = readTeam(
  ...((team): [string, string] => [team.text, `/${team.file}`])(
    plainTeams('all').find(({ file }) => file === 'starters/breadth-first-research/1.2.0.md')!,
  ),
);

const hostile: fc.Arbitrary<Team> = fc
  .record({
    ids: fc.uniqueArray(slug, { minLength: 3, maxLength: 3 }),
    ...{
      ...{ prompts: fc.tuple(prompt, prompt, prompt), purpose: line, title: line, stop: line },
      ...{ flow: prompt, tool: slug, work: slug },
    },
    when: line,
  })
  .map(({ ids, prompts, purpose, title, stop, flow, tool, work, when }) => {
    const renamed = new Map(base.roles.map((role, at) => [role.id, ids[at]!]));
    return {
      ...base,
      ...{ title, description: title, goal: title, flow, stop_conditions: [stop], checks: [stop] },
      entry_role: renamed.get(base.entry_role)!,
      roles: base.roles.map((role, at) => {
        const own = {
          id: ids[at]!,
          purpose,
          prompt: prompts[at]!,
          tools: [tool],
          writes: [work],
          reads: [work],
        };
        return { ...role, ...own };
      }),
      edges: base.edges.map(edge => ({
        ...edge,
        from: renamed.get(edge.from)!,
        to: renamed.get(edge.to)!,
        when,
      })),
      artifacts: [
        {
          ...{ id: work, writers: ids, readers: ids, description: title, format: 'json_schema' },
          json_schema: { const: stop, ['__proto__']: {} },
        },
      ],
    };
  });

const split = (file: string): [front: string, body: string] => {
  const end = file.indexOf('\n---\n', 4);
  return [file.slice(4, end), file.slice(end + 5)];
};

/** The names that a script uses and does not declare: of a hostile text, none becomes one. */
function freeIn(script: string): Set<string> {
  const used = new Set<string>();
  const declared = new Set<string>();
  const visit = (node: unknown, isDeclared = false): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, isDeclared);
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const { type, ...fields } = node as AnyNode & Record<string, unknown>;
    if (type.startsWith('Import') && 'local' in fields) declared.add((fields.local as { name: string }).name);
    if (type === 'Identifier') (isDeclared ? declared : used).add(fields.name as string);
    for (const [field, inner] of Object.entries(fields)) {
      const isName = (field === 'key' || field === 'property') && !fields.computed;
      const declares =
        ['params', 'id', 'param'].includes(field) || (isDeclared && field !== 'right' && field !== 'init');
      if (!isName) visit(inner, declares);
    }
  };
  const sourceType = script.startsWith('import ') ? 'module' : 'script';
  visit(
    parse(script, {
      sourceType,
      ecmaVersion: 2022,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    }),
  );
  return new Set([...used].filter(name => !declared.has(name)));
}

/** The texts of a file: what it says of itself, and what an agent or session is told. */
function textsIn(path: string, file: string): { description?: string; told: string[] } {
  if (path.endsWith('.toml')) {
    const read = parseToml(file) as Record<string, string>;
    return { ...read, told: [read.developer_instructions ?? read.prompt ?? ''] };
  }
  if (path.endsWith('.json')) {
    const read = JSON.parse(file);
    const agents = Object.values(read.$referenced_components) as { system_prompt?: string }[];
    return { description: read.description, told: agents.flatMap(agent => agent.system_prompt ?? []) };
  }
  if (path.endsWith('.yaml')) {
    const read = parseYaml(file);
    assert.deepEqual(loadYaml(file), read);
    const agents = Object.values(read.agents) as { instruction: string }[];
    return { description: read.metadata.description, told: agents.map(agent => agent.instruction) };
  }
  if (/\.[jt]s$/.test(path)) {
    const isTyped = path.endsWith('.ts');
    const script = isTyped
      ? transformSync(file, { loader: 'ts' }).code
      : file.replace('export const', 'const');
    const own = isTyped
      ? 'Object Array JSON Error Map String Infinity undefined process console Promise Date AbortController Number'
      : 'agent args parallel budget Object Array JSON Error Map String Infinity undefined';
    assert.deepEqual(
      [...freeIn(script)].filter(name => !own.split(' ').includes(name)),
      [],
    );
    const literals = [...file.matchAll(/^ {2}\S.*?: \{ tools: \[.*?\], text: ('.*') \},$/gm)].map(
      ([, literal]) => literal,
    );
    return { told: literals.map(literal => runInNewContext(literal!) as string) };
  }
  const [front, body] = split(file);
  assert.deepEqual(loadYaml(front), parseYaml(front));
  return { ...parseYaml(front), told: [body.trim()] };
}

describe('a hostile document', () => {
  for (const target of targets)
    test(`for ${target.name} reads back as the same text`, () => {
      fc.assert(
        fc.property(hostile, team => {
          const files = target.files(team, new Map());
          const page = files
            .map(({ path, text: file }) => `## \`${path}\`\n\n${fenced(file, '')}`)
            .join('\n\n');
          const read = readExport(`---\nkind: export\n---\n\n${page}\n`);
          assert.deepEqual(
            [...read.files],
            files.map(({ path, text: file }) => [path, file]),
          );
          const texts = files
            .filter(({ path }) => !path.endsWith('config.toml'))
            .map(({ path, text: file }) => textsIn(path, file));
          for (const role of team.roles) {
            const expected = role.prompt;
            const found = texts
              .flatMap(({ told }) => told)
              .some(told =>
                // Where all roles are in one file, a role is somewhere in it.
                target.id === 'prompts'
                  ? told.includes(expected.trim())
                  : told.trim().startsWith(expected.trim()),
              );
            assert.ok(found, `${role.id}: ${JSON.stringify(role.prompt)}`);
          }
        }),
        { numRuns: isLarge ? 60 : 12, seed: 21 },
      );
    });

  test('makes no command replace anything but the task', () => {
    fc.assert(
      fc.property(hostile, team => {
        const commandOf = (id: string, path: RegExp) => {
          const target = targets.find(each => each.id === id)!;
          return target.files(team, new Map()).find(file => path.test(file.path))!.text;
        };
        const claude = split(commandOf('claude-code', /commands/))[1];
        assert.equal(claude.match(/(?<!\\)\$/g)?.length, 1);
        assert.doesNotMatch(claude, /!`|@\S|`{3}\s*!/);
        for (const [id, path] of [
          ['codex', /SKILL/],
          ['cursor', /SKILL/],
        ] as const)
          assert.ok(!isActive(split(commandOf(id, path))[1], 'Claude Code', 'skill'), id);
        const docker = parseYaml(commandOf('docker-agent', /yaml/)) as {
          agents: Record<string, { description: string }>;
        };
        for (const { description } of Object.values(docker.agents)) assert.doesNotMatch(description, /\$\{/);
        const { prompt: gemini } = parseToml(commandOf('gemini-cli', /commands/)) as { prompt: string };
        assert.equal(gemini.match(/[{!@]\{/g)?.length, 1);
        assert.equal(split(commandOf('opencode', /command\//))[1].trim(), '$ARGUMENTS');
      }),
      { numRuns: isLarge ? 60 : 12, seed: 21 },
    );
  });
});
