/**
 * Mistakes of editors in a copy of the content, one after the other: each is named with file, line, column and what to do, and what
 * corrects files never makes another one.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { formatFault, type SourceFault } from '../../build/catalog/source/source-fault.ts';
import { fixFile } from '../../build/run/fix.ts';
import { WorkingCopy } from '../../build/run/working-copy.ts';
import { temporaryFolder } from '../support/folder.ts';
import { randomFrom, shuffled } from '../support/random.ts';
import type { Campaign } from './campaign.ts';

interface Mistake {
  sort: string;
  /** The beginning of the names of files in which it is made. */
  in: string;
  find: RegExp;
  write: string;
  rule: RegExp;
  says: RegExp;
  elsewhere?: true;
  corrects?: string;
}

type Row = [find: string, write: string, rule: string, says: string, more?: object];

/** The mistakes of editors, by folder and sort; the file says what its columns hold. */
const table: Record<string, Record<string, Row>> = parse(
  readFileSync(join(import.meta.dirname, '../fixture/mistake.yaml'), 'utf8'),
);

const mistakes = Object.entries(table).flatMap(([folder, sorts]) =>
  Object.entries(sorts).map(
    ([sort, [find, write, rule, says, more]]): Mistake => ({
      ...{ sort, in: folder, write, ...more },
      ...{ find: new RegExp(find, 'm'), rule: new RegExp(`^(?:${rule})$`), says: new RegExp(says) },
    }),
  ),
);

/** So many of a hundred may go unnamed. */
const mostMissed = 0.03;

export const campaign: Campaign = {
  description:
    'mistakes of editors of a hundred sorts and more: named with a place and a remedy; no correction makes another one',
  rounds: 100,
  async run({ seed, rounds, say }) {
    const copy = new Copy();
    const random = randomFrom(seed);
    const missed: string[] = [];
    const counts = { made: 0, caught: 0, corrected: 0, wrong: 0, sorts: 0 };
    const sorts = new Set<string>();
    const order = shuffled(mistakes, random);
    for (let round = 0; round < rounds; round += 1) {
      const mistake = order[round % order.length]!;
      say(`${round + 1} of ${rounds}: ${mistake.sort}`);
      const outcome = copy.make(mistake, random);
      if (!outcome) throw new Error(`No file can have this mistake: ${mistake.sort}.`);
      counts.made += 1;
      sorts.add(mistake.sort);
      if (outcome.isCaught) counts.caught += 1;
      else missed.push(`${mistake.sort} in ${outcome.name}:\n${outcome.messages.map(formatFault).join('')}`);
      if (outcome.fix === 'right') counts.corrected += 1;
      if (outcome.fix === 'wrong')
        throw new Error(`The correction of ${outcome.name} is wrong: ${mistake.sort}.`);
    }
    if (missed.length > Math.max(1, rounds * mostMissed))
      throw new Error(`${missed.length} of ${rounds} went unnamed:\n${missed.join('\n')}`);
    for (const each of missed) process.stderr.write(`missed: ${each}\n`);
    return { ...counts, sorts: sorts.size, missed: missed.length };
  },
};

interface Outcome {
  name: string;
  messages: readonly SourceFault[];
  isCaught: boolean;
  /** The work of the command that corrects files: no change, the right one or a wrong one. */
  fix: 'none' | 'right' | 'wrong';
}

/** A copy of the content, whole again after each mistake. */
class Copy {
  readonly #folder = join(temporaryFolder(), 'content');
  readonly #draft: WorkingCopy;
  readonly #names: readonly string[];

  constructor() {
    cpSync(join(import.meta.dirname, '../../content'), this.#folder, { recursive: true });
    this.#draft = new WorkingCopy({
      contentDir: this.#folder,
      baseUrl: 'http://catalog.test',
      now: () => '2026-11-27T00:00:00Z',
    });
    this.#draft.read();
    const { messages, catalog } = this.#draft.check();
    const errors = messages.filter(({ severity }) => severity === undefined);
    if (errors.length > 0)
      throw new Error(`The content has mistakes already:\n${errors.map(formatFault).join('')}`);
    this.#names = catalog.sources.map(({ name }) => name);
  }

  /** Makes a mistake in a file that can have it, looks at what is said and corrected, and takes it back. */
  make(mistake: Mistake, random: () => number): Outcome | undefined {
    const candidates = shuffled(
      this.#names.filter(name => name.startsWith(mistake.in)),
      random,
    );
    for (const name of candidates) {
      const right = readFileSync(join(this.#folder, name), 'utf8');
      const other = (folder: string) => {
        const names = this.#names.filter(each => each.startsWith(folder) && each !== name);
        return basename(shuffled(names, random)[0]!, '.md');
      };
      const write = mistake.write
        .replace('{other}', () => other(name.slice(0, name.indexOf('/') + 1)))
        .replace('{record}', () => other('research/'))
        .replace(/\{words (\d+)\}/, (_, count) =>
          Array.from({ length: Number(count) }, (_, at) => `word${at}`).join(' '),
        );
      const wrong = right.replace(mistake.find, write);
      if (wrong === right) continue;
      try {
        return this.#look(mistake, name, { right, wrong });
      } finally {
        writeFileSync(join(this.#folder, name), right);
      }
    }
    return undefined;
  }

  #look(mistake: Mistake, name: string, { right, wrong }: { right: string; wrong: string }): Outcome {
    const path = join(this.#folder, name);
    writeFileSync(path, wrong);
    this.#draft.read();
    const { messages, catalog } = this.#draft.check();
    const errors = messages.filter(({ severity }) => severity === undefined);
    const line = wrong.split('\n').findIndex((each, at) => each !== right.split('\n')[at]) + 1;
    const isCaught = errors.some(
      fault =>
        fault.file.endsWith(name) &&
        fault.column >= 1 &&
        mistake.rule.test(fault.rule) &&
        mistake.says.test(`${fault.message} ${fault.help}`) &&
        (mistake.elsewhere || Math.abs(fault.line - line) <= 1),
    );
    fixFile(
      this.#folder,
      name,
      errors.filter(fault => fault.fix && fault.file.endsWith(name)),
      catalog,
    );
    const fixed = readFileSync(path, 'utf8');
    const isRight = fixed === right || (mistake.corrects !== undefined && fixed.includes(mistake.corrects));
    const fix = fixed === wrong ? 'none' : isRight ? 'right' : 'wrong';
    return { name, messages: errors, isCaught, fix };
  }
}
