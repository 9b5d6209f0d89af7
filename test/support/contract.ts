/** The contract as its source has it: the rules of each page by number, and the tables in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../content/docs');

/** The subjects of the contract: its pages, without `.md`. */
export const subjects = readdirSync(folder).map(name => name.replace(/\.md$/, ''));

/** A page of the contract: the numbers of its rules in the order of the page, and the text of each. */
interface ContractPage {
  numbers: string[];
  rules: ReadonlyMap<string, string>;
}

/** Reads the page of a subject. A rule is what follows a heading `### NUMBER`, up to the next heading. */
export function contractPage(subject: string): ContractPage {
  const text = readFileSync(join(folder, `${subject}.md`), 'utf8');
  const parts = text.split(/^#{2,3} (.*)$/m);
  const found: [string, string][] = [];
  for (let at = 1; at < parts.length; at += 2) {
    if (isRule(text, parts[at]!)) found.push([parts[at]!, parts[at + 1]!.trim()]);
  }
  return { numbers: found.map(([number]) => number), rules: new Map(found) };
}

const isRule = (text: string, heading: string): boolean => text.includes(`\n### ${heading}\n`);

/** The cells of the table in a rule, row by row, without its head. Backquotes are left out. */
export function tableOf(subject: string, number: string): string[][] {
  const lines = (contractPage(subject).rules.get(number) ?? '')
    .split('\n')
    .filter(line => line.startsWith('|'));
  return lines.slice(2).map(line =>
    line
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim().replaceAll('`', '')),
  );
}

/** The names of the fields in the front matter that a page shows as its example. */
export function exampleFields(subject: string): string[] {
  const text = readFileSync(join(folder, `${subject}.md`), 'utf8');
  const [, example = ''] = /\n```yaml\n---\n([\s\S]+?)```/.exec(text) ?? [];
  return [...example.matchAll(/^(\w+):/gm)].map(([, name]) => name!);
}
