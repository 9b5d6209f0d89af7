/** The commands that the README, its pages, the guides and the contract tell people to type. */
import type { Code, InlineCode } from 'mdast';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { files, textOf } from './tracked.ts';

/** A command as a page has it, without the comment after it. */
interface WrittenCommand {
  /** The page and the line, such as `README.md:33`. */
  place: string;
  page: string;
  text: string;
}

/** The pages: what changed since a release and why a decision fell is past, and tells nobody to type anything. */
const isPage = (name: string): boolean =>
  /^(?:README\.md|\.github\/[A-Z]+\.md|content\/README\.md|content\/(?:guides|docs)\/.*\.md)$/.test(name) &&
  name !== '.github/CHANGELOG.md';

const programs = [
  ...['npm', 'npx', 'node', 'git', 'docker', 'kubectl', 'systemctl', 'curl', 'openssl', 'python3?'],
  ...['agent-topology', 'claude', 'codex', 'code', 'inspect', 'sudo', 'pg_dump', 'psql', 'sqlite3'],
];

/** A program with words after it; settings of the environment may stand before it. */
const command = new RegExp(`^(?:[A-Z_]+=\\S+ )*(?:${programs.join('|')}) \\S`);

/** Languages of blocks that a shell reads. A block without one is a transcript, a tree or commands. */
const shells = new Set(['sh', 'bash', 'console', 'shell', null, undefined]);

/** Each command on each page, in the order of the pages and lines. */
export function writtenCommands(): WrittenCommand[] {
  return files.filter(isPage).flatMap(page => commandsOn(page));
}

function commandsOn(page: string): WrittenCommand[] {
  const found: WrittenCommand[] = [];
  const tree = unified().use(remarkParse).use(remarkFrontmatter).use(remarkGfm).parse(textOf(page));
  const add = (line: number, text: string) => {
    const bare = text
      .replace(/^\$ /, '')
      .replace(/\s+#.*$/, '')
      .trim();
    if (command.test(bare)) found.push({ place: `${page}:${line}`, page, text: bare });
  };
  visit(tree, ['code', 'inlineCode'], node => {
    const { type, value, position } = node as Code | InlineCode;
    const line = position!.start.line;
    if (type === 'inlineCode') add(line, value.replaceAll(/\s+/g, ' '));
    else if (shells.has((node as Code).lang))
      for (const [at, text] of value
        .replaceAll(/\\\n\s*/g, '')
        .split('\n')
        .entries())
        add(line + at, text);
  });
  return found;
}
