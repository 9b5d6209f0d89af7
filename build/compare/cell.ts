/** What a comparison says of each of its columns: the rows, and how a cell is written. */
import { escapeMarkdown } from '#build/text/plain-text.ts';

/** The rows, in their order. Every column has a cell in each, which may be empty. */
export const rowNames = [
  'For',
  'Begin with it when',
  'Not when',
  'Roles',
  'Cost',
  'How it fails',
  'How to check it',
  'Evidence',
  'Losses',
  'Status',
  'Cite',
] as const;

/** Markdown in one line: text that is escaped, and links to pages of this catalog. */
export type Cells = Partial<Record<(typeof rowNames)[number], string | undefined>>;

/** Sentences of editors, one after the other. */
export const sentences = (lines: readonly string[]): string =>
  lines.map(line => escapeMarkdown(line.endsWith('.') ? line : `${line}.`)).join(' ');

/** A link with a name in plain text. */
export const link = (name: string, path: string): string => `[${escapeMarkdown(name)}](${path})`;

/** A cell within a table, where a bar would end it. */
export const inTable = (cell: string | undefined): string => cell?.replaceAll('|', '\\|') || '–';
