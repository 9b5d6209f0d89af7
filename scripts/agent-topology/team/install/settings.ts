/**
 * Merges settings that several teams share: whole numbers in tables of a TOML file. Each is set in the text of the file, so that
 * comments and order stay. The result is read again to make sure that nothing else changed.
 */
import { isDeepStrictEqual } from 'node:util';
import { parse, type TomlTable } from 'smol-toml';
import { failed } from '../../../support/failure.ts';
import type { Setting } from './lock-file.ts';

/** The values of settings by their keys, `TABLE.NAME`. */
type Values = ReadonlyMap<string, number>;

/** Returns the settings in the text of an exported file. The text was checked before. */
export const settingsIn = (file: Setting['file'], text: string): Setting[] =>
  Object.entries(readToml(file, text)).flatMap(([table, values]) =>
    Object.entries(values as Record<string, number>).map(([name, value]) => ({
      file,
      key: `${table}.${name}`,
      value,
    })),
  );

/** Joins the settings of all teams by key. If teams ask for different numbers, the largest one counts. */
export function jointly(settings: readonly Setting[]): Values {
  const joint = new Map<string, number>();
  for (const { key, value } of settings) joint.set(key, Math.max(value, joint.get(key) ?? value));
  return joint;
}

/**
 * Returns the value of a setting in a text; undefined if it is not set.
 * @throws Failure when the text is not TOML
 */
export function valueIn(file: string, text: string, key: string): unknown {
  const [table, name] = parts(key);
  const values = readToml(file, text)[table];
  return isTable(values) ? values[name] : undefined;
}

/**
 * Merges settings into the text of a file.
 * @param before the settings that this command wrote for the teams so far
 * @param after the settings that the teams ask for now
 * @param force whether to replace a value that a person wrote
 * @returns the new text; undefined if nothing is left in the file
 * @throws Failure when a person wrote another value, or the text cannot be changed safely
 */
export function mergeSettings(
  file: string,
  text: string,
  { before, after, force }: { before: Values; after: Values; force: boolean },
): string | undefined {
  let merged = text;
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const current = valueIn(file, merged, key);
    const wanted = wantedValue(file, key, current, { before: before.get(key), after: after.get(key), force });
    if (wanted !== current) merged = withValue(file, merged, key, wanted);
  }
  return merged.trim() === '' ? undefined : merged;
}

function wantedValue(
  file: string,
  key: string,
  current: unknown,
  { before, after, force }: { before: number | undefined; after: number | undefined; force: boolean },
): unknown {
  if (current === undefined || current === before || current === after) return after;
  // A person allows more than the teams ask for, or set it before any of them did.
  if (after === undefined || (typeof current === 'number' && current > after)) return current;
  if (force) return after;
  throw failed(
    `${file} has ${key} = ${String(current)}, but the team needs ${after}. Change it, or add --force.`,
  );
}

const parts = (key: string): [table: string, name: string] => key.split('.') as [string, string];

const isTable = (value: unknown): value is TomlTable =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

function readToml(file: string, text: string): TomlTable {
  try {
    return parse(text);
  } catch (error) {
    throw failed(`${file} is not valid TOML: ${(error as Error).message.split('\n')[0]} Correct it first.`);
  }
}

/**
 * Sets a key in a text, or removes it.
 * @throws Failure when the result would differ in anything else
 */
function withValue(file: string, text: string, key: string, value: unknown): string {
  const [table, name] = parts(key);
  const changed = editLines(text, table, name, value);
  // A table of which nothing is left may stay or go.
  const others = (all: TomlTable) => ({
    ...all,
    [table]: { ...(all[table] as TomlTable), [name]: undefined },
  });
  try {
    const isAlike = isDeepStrictEqual(others(parse(changed)), others(readToml(file, text)));
    if (isAlike && valueIn(file, changed, key) === value) return changed;
  } catch {
    // It is not TOML any more.
  }
  const wanted = value === undefined ? `remove ${key}` : `set ${key} = ${String(value)}`;
  throw failed(
    `${file} cannot be changed without changing more: ${wanted} in it yourself, then run this again.`,
  );
}

function editLines(text: string, table: string, name: string, value: unknown): string {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const header = lines.findIndex(line => line.replaceAll(/\s|#.*/g, '') === `[${table}]`);
  const line = value === undefined ? [] : [`${name} = ${String(value)}`];
  if (header < 0)
    return `${[...lines, ...(lines.length > 0 ? [''] : []), `[${table}]`, ...line].join('\n')}\n`;
  const next = lines.findIndex((each, at) => at > header && /^\s*\[/.test(each));
  const end = next < 0 ? lines.length : next;
  const at = lines.findIndex(
    (each, index) => index > header && index < end && each.trimStart().split(/\s*=/)[0] === name,
  );
  if (at >= 0) lines.splice(at, 1, ...line);
  else lines.splice(header + 1, 0, ...line);
  // A table of which nothing is left goes too.
  if (value === undefined && lines.slice(header + 1, end - 1).every(each => each.trim() === ''))
    lines.splice(header, end - 1 - header);
  return lines.length === 0 ? '' : `${lines.join('\n').trimEnd()}\n`;
}
