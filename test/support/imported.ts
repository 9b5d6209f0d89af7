/** A folder with results of two teams, and all documents that an import of them names. */
import { join } from 'node:path';
import { message, oneModel, profileOf, soloLockText, soloText, suiteOf } from './evaluation.ts';
import { temporaryFolder, write } from './folder.ts';
import { start } from './store.ts';
import { formationText, lockText } from './tenant.ts';

export const importedCases = 30;
/** Which cases each team passes. */
export const solo = (n: number): boolean => n % 2 === 0;
export const pair = (n: number): boolean => n % 10 !== 3;

/** A time in seconds as documents write it. */
export const time = (at: number): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z');

/** A CSV file with a result for each case, an hour after tests begin. */
export const results = (passes: (n: number) => boolean, more = '', from = 1): string =>
  [
    'case_id,outcome,input_tokens,output_tokens,seconds,started_at',
    ...Array.from({ length: importedCases - from + 1 }, (_, index) => index + from).map(
      n => `case-${n},${passes(n) ? 'pass' : 'fail'},${900 + n},100,1.5,${time(start + 3600 + n)}`,
    ),
    more,
  ].join('\n');

/** The path of a file in it. */
type FileAt = (name: string) => string;

/** Makes the folder. */
export function importFolder(): FileAt {
  const folder = temporaryFolder();
  write(folder, 'solo.md', soloText());
  write(folder, 'pair.md', formationText());
  write(folder, 'solo-lock.md', soloLockText('file:solo.md'));
  write(folder, 'pair-lock.md', oneModel(lockText('file:pair.md')));
  write(folder, 'suite.md', suiteOf(importedCases));
  write(folder, 'profile.md', profileOf(40));
  write(folder, 'solo.csv', results(solo));
  write(folder, 'pair.csv', results(pair));
  return name => join(folder, name);
}

/** Writes a plan of its own, by its seed. Returns its path. */
export function planFile(file: FileAt, seed: number, ...lines: string[]): string {
  const text = message(
    'evaluation_plan',
    'title: Solo or pair',
    'description: Whether the pair is worth it.',
    'suite: file:suite.md',
    'locks: [file:solo-lock.md, file:pair-lock.md]',
    'control: file:solo-lock.md',
    'repetitions: 1',
    `seed: ${seed}`,
    ...lines,
  );
  const path = file(`plan-${seed}.md`);
  write('/', path, text);
  return path;
}

/** `--arm` for each lock and file. */
export const armsOf = (file: FileAt, solo = 'solo.csv', pair = 'pair.csv'): string[] => [
  `${file('solo-lock.md')}=${file(solo)}`,
  `${file('pair-lock.md')}=${file(pair)}`,
];
