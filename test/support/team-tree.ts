/** Signed trees with exports of their starters, as a catalog publishes them, and projects to which teams are added. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { exportKind } from '#document/kind/export.ts';
import { head, type Kind } from '#document/kind/kind.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { writeDocument } from '#document/text/front-matter.ts';
import { targets } from '../../build/page/export/index.ts';
import { withFrontMatter } from '../../build/page/program/write.ts';
import type { Outcome } from './program.ts';
import { type Draft, signedTree, starterPath, type TreeOptions } from './signed-tree.ts';
import { teamCommand } from './team-command.ts';

/** The files of one export, by path. */
type Files = Readonly<Record<string, string>>;

interface TeamTreeOptions extends Omit<TreeOptions, 'starters'> {
  /** By `name` or `name@version`, in the order of publication, the files of its export. */
  teams?: Readonly<Record<string, Files>>;
  target?: string;
  /** Changes the fields of every export before it is written: what a hostile catalog would do. */
  lie?(fields: ExportFields): void;
}

interface ExportFields {
  source: string;
  source_digest: string;
  files: { path: string; digest: string; size_bytes: number }[];
}

/** The files of a team of one role. The word makes them differ. */
export const filesOf = (name: string, word = 'one'): Files => ({
  ...agentFile(`${name}-lead`, `Work, ${word}.\n\n\`\`\`\ncode\n\`\`\``),
  [`.claude/commands/${name}.md`]: withFrontMatter(
    { description: `Starts ${name}.`, 'argument-hint': '[task]', 'disable-model-invocation': true },
    `Start ${name}, ${word}.`,
  ),
});

/** The file of an agent for Claude Code. */
export function agentFile(name: string, text: string, fields: Record<string, unknown> = {}): Files {
  const usual = { name, description: 'Does what it is told.', tools: [] };
  return { [`.claude/agents/${name}.md`]: withFrontMatter({ ...usual, ...fields }, text) };
}

const usual: Readonly<Record<string, Files>> = { pair: filesOf('pair'), 'pair-solo': filesOf('pair-solo') };

/** Writes a tree into a new folder. Returns the folder and what the next build goes on from. */
export function teamTree({ teams = usual, target = 'claude-code', lie, ...options }: TeamTreeOptions = {}) {
  return signedTree({
    ...options,
    starters: Object.keys(teams),
    alter: pages => {
      for (const [named, files] of Object.entries(teams))
        pages.push(exportPage(pages, { named, files, target, lie }));
      options.alter?.(pages);
    },
  });
}

function exportPage(
  pages: readonly Draft[],
  { named, files, target, lie }: { named: string; files: Files; target: string; lie: TeamTreeOptions['lie'] },
): Draft {
  const source = starterPath(named);
  const path = source.replace('/starters/', `/exports/${target}/`);
  const fields = {
    target,
    target_version: targets.find(({ id }) => id === target)!.version,
    source,
    source_digest: `sha256:${sha256Hex(pages.find(page => page.path === source)!.bytes)}`,
    files: Object.entries(files).map(([file, text]) => ({
      path: file,
      digest: `sha256:${sha256Hex(text)}`,
      size_bytes: Buffer.byteLength(text),
    })),
    losses: [{ subject: 'budget:input_tokens', what: 'Nothing counts it.', instead: 'The command says so.' }],
  };
  lie?.(fields);
  const kind = exportKind as unknown as Kind;
  const common = head(kind, {
    path,
    baseUrl: 'http://catalog.test',
    title: `Export ${named}`,
    description: 'Files.',
  });
  const blocks = Object.entries(files).map(
    ([file, text]) => `## \`${file}\`\n\n\`\`\`\`markdown\n${text}\`\`\`\``,
  );
  const bytes = Buffer.from(
    writeDocument({ ...common, ...fields }, `# Export\n\nText.\n\n${blocks.join('\n\n')}`),
  );
  return { path, bytes, kind: 'export' };
}

/** Runs `agent-topology` on a project. */
export const command = (dir: string, ...words: string[]): Promise<Outcome> =>
  teamCommand([...words, '--dir', dir]);

/** Every file of a project with its text, by path. */
export function contentOf(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => !entry.isDirectory())
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(files.map(file => [relative(dir, file), readFileSync(file, 'utf8')]));
}
