/**
 * Finds which results belong to which team: by the files of each lock, or by the name that the files state (docs/command.md#17).
 */
import { resolve, sep } from 'node:path';
import { wrongUse } from '../../../support/failure.ts';
import { matchCases } from '../../import/match.ts';
import { type ImportedResult, placeText } from '../../import/result.ts';
import { digestOrFile } from '../reference.ts';

/** A lock, and which of the imported results belong to it. */
export interface Arm {
  /** The digest of the lock. */
  lock: string;
  /** The lock as the person named it: its digest or a file. */
  shown: string;
  /** The file or folder of the results that belong to this lock, or the name that files state for them; undefined if all do. */
  what: string | undefined;
}

export type ArmMatch = ReturnType<typeof matchCases> & { arm: Arm };

/**
 * Reads `--lock LOCK`, to which the results of all files then belong, or each `--arm LOCK=FILE`, `--arm LOCK=FOLDER` or `--arm
 * LOCK=NAME`.
 * @throws Failure unless exactly one of the two options is given
 */
export function readArms(lock: string | undefined, given: readonly string[]): Arm[] {
  if ((lock === undefined) === (given.length === 0))
    throw wrongUse(
      'Whose results are these? Name one lock for all files with --lock LOCK, or one for each with --arm LOCK=FILE.',
    );
  if (lock !== undefined) return [{ lock: digestOrFile(lock), shown: lock, what: undefined }];
  return given.map(text => {
    const [, shown, what] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (shown === undefined) throw wrongUse(`--arm ${text} is not of the form LOCK=FILE.`);
    return { lock: digestOrFile(shown), shown, what };
  });
}

/** Tells whether a file is the named one, or lies in the named folder. */
const isAt = (file: string, what: string): boolean =>
  resolve(file) === resolve(what) || resolve(file).startsWith(resolve(what) + sep);

/**
 * Matches the results of every lock with the runs of a plan.
 * @throws Failure for a result that belongs to no lock, results under several names that belong to one, or a lock without results
 */
export function matchArms(
  arms: readonly Arm[],
  results: readonly ImportedResult[],
  wanted: Parameters<typeof matchCases>[1],
): ArmMatch[] {
  const found = new Map(arms.map(({ lock }) => [lock, [] as ImportedResult[]]));
  const names = new Map<Arm, string | undefined>();
  for (const result of results) {
    const { arm_hint: hint, file } = result;
    const arm =
      arms.find(({ what }) => what === undefined || isAt(file, what)) ??
      arms.find(({ what }) => what === hint);
    const refuse = (what: string) =>
      wrongUse(`${placeText(result)}: ${what} Name each lock with --arm LOCK=FILE or LOCK=NAME.`);
    if (!arm)
      throw refuse(
        hint === undefined ? 'this result belongs to no lock.' : `\`${hint}\` belongs to no lock.`,
      );
    if (!names.has(arm)) names.set(arm, hint);
    if (names.get(arm) !== hint)
      throw refuse(`this is a result of \`${hint}\`, but those before it are of \`${names.get(arm)}\`.`);
    found.get(arm.lock)!.push(result);
  }
  const empty = arms.find(arm => !names.has(arm));
  if (empty)
    throw wrongUse(`There is no result of ${empty.shown}: ${empty.what} is neither a file nor a name.`);
  return [...found].map(([lock, own]) => ({
    ...matchCases(own, wanted),
    arm: arms.find(arm => arm.lock === lock)!,
  }));
}
