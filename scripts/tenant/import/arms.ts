/** Which results belong to which team: the files of each lock, and what they match in a plan (docs/command.md#20). */
import { resolve, sep } from 'node:path';
import { type caseRule, matchCases } from '../../import/match.ts';
import { readResults } from '../../import/read.ts';
import type { ImportedResult, ReadOptions } from '../../import/result.ts';
import { Failure } from '../../support/failure.ts';
import { type Reference, referenceTo } from './documents.ts';

/** The results of one lock: files, or what they say under one name. */
export interface Arm {
  lock: Reference;
  files: readonly string[];
  /** The name of the arm in the files; undefined when all that they hold is of this lock. */
  name: string | undefined;
}

/** What files hold, and how it is read. */
export interface Source {
  format: string;
  files: readonly string[];
  options: ReadOptions;
}

export type Rule = Awaited<ReturnType<typeof caseRule>>;
export type ArmMatch = Awaited<ReturnType<typeof matchCases>> & { arm: Arm };

/**
 * Reads `--lock LOCK`, by which all files are of one lock, or each `--arm LOCK=FILE`, `--arm LOCK=FOLDER` or `--arm LOCK=NAME`.
 * @throws Failure unless every file belongs to a lock
 */
export function readArms(
  files: readonly string[],
  lock: string | undefined,
  given: readonly string[],
): Arm[] {
  if (lock !== undefined && given.length === 0) return [{ lock: referenceTo(lock), files, name: undefined }];
  if (lock !== undefined || given.length === 0)
    throw new Failure(
      'wrongUse',
      'Whose results are these? Name one lock for all files by --lock LOCK, or each by --arm LOCK=FILE.',
    );
  const split = given.map(splitArm).map(({ lock: text, what }) => ({
    lock: referenceTo(text),
    what,
    files: files.filter(file => isAt(file, what)),
  }));
  const others = files.filter(file => !split.some(each => each.files.includes(file)));
  const byName = split.find(each => each.files.length === 0);
  if (byName && others.length === 0)
    throw new Failure(
      'wrongUse',
      `${byName.what} is none of the files, and no other file is left. Name a file in --arm.`,
    );
  if (!byName && others.length > 0)
    throw new Failure('wrongUse', `${others[0]} belongs to no lock. Add --arm LOCK=${others[0]}.`);
  return split.map(({ lock: named, what, files: own }) =>
    own.length > 0
      ? { lock: named, files: own, name: undefined }
      : { lock: named, files: others, name: what },
  );
}

/** Whether a file is the one that is named, or lies in the folder that is. */
const isAt = (file: string, what: string): boolean =>
  resolve(file) === resolve(what) || resolve(file).startsWith(resolve(what) + sep);

function splitArm(text: string): { lock: string; what: string } {
  const at = text.indexOf('=');
  if (at > 0 && at < text.length - 1) return { lock: text.slice(0, at), what: text.slice(at + 1) };
  throw new Failure('wrongUse', `--arm ${text} is not of the form LOCK=FILE.`);
}

/** The results of an arm, in the order of its files. @throws Failure for a file that cannot be read, or results of several arms */
export async function* resultsOf(arm: Arm, { format, options }: Source): AsyncGenerator<ImportedResult> {
  let first: string | undefined;
  for await (const result of readResults(format, arm.files, options)) {
    const { arm_hint: hint, file, place } = result;
    if (arm.name !== undefined && hint !== arm.name) continue;
    first ??= hint;
    if (hint !== first)
      throw new Failure(
        'wrongUse',
        `${file}: ${place}: this is a result of \`${hint}\`, and those before of \`${first}\`. Name each by --arm LOCK=NAME.`,
      );
    yield result;
  }
}

/** The number that is named at once. */
const mostUnnamed = 20;

/** The names of arms in the files that no arm takes. */
export async function unnamedArms(arms: readonly Arm[], { format, options }: Source): Promise<string[]> {
  const byName = arms.filter(({ name }) => name !== undefined);
  if (byName.length === 0) return [];
  const found = new Set<string>();
  for await (const { arm_hint: hint } of readResults(format, byName[0]!.files, options)) {
    if (!byName.some(({ name }) => name === hint)) found.add(hint ?? '');
    if (found.size === mostUnnamed) break;
  }
  return [...found];
}

/** Matches the results of every arm. */
export async function matchArms(
  arms: readonly Arm[],
  source: Source,
  wanted: { cases: readonly string[]; repetitions: number; rule: Rule },
): Promise<ArmMatch[]> {
  const matches: ArmMatch[] = [];
  for (const lock of new Set(arms.map(arm => arm.lock.digest))) {
    const own = arms.filter(arm => arm.lock.digest === lock);
    matches.push({ ...(await matchCases(allOf(own, source), wanted)), arm: own[0]! });
  }
  return matches;
}

async function* allOf(arms: readonly Arm[], source: Source): AsyncGenerator<ImportedResult> {
  for (const arm of arms) yield* resultsOf(arm, source);
}
