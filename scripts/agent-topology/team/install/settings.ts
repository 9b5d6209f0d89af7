/**
 * Settings that several teams share, in TOML: each key is set in the text of the file, so that comments and order stay, and the
 * result is read again to make sure that nothing else changed.
 */
import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, type TomlTable } from 'smol-toml';
import { Failure } from '../../../support/failure.ts';
import type { Setting } from './lock-file.ts';

type Value = Setting['value'];

/** The settings in the text of a file of an export. @throws Failure when it holds anything but tables and plain values */
export function settingsIn(file: Setting['file'], text: string): Setting[] {
  return flatten(readToml(file, text), []).map(([key, value]) => ({ file, key, value }));
}

function flatten(table: TomlTable, above: readonly string[]): [string, Value][] {
  return Object.entries(table).flatMap(([name, value]): [string, Value][] => {
    const path = [...above, name];
    if (typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date))
      return flatten(value, path);
    if (typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value))
      return [[path.join('.'), value as Value]];
    throw new Failure(
      'failed',
      `The setting ${path.join('.')} is no text, whole number or boolean, and cannot be merged.`,
    );
  });
}

/** Joins the settings of all teams by key: the largest number, else the value they agree on. @throws Failure if they do not */
export function jointly(settings: readonly Setting[]): Map<string, Value> {
  const joint = new Map<string, Value>();
  for (const { key, value } of settings) {
    const other = joint.get(key);
    if (typeof value === 'number' && typeof other === 'number') joint.set(key, Math.max(value, other));
    else if (other === undefined || other === value) joint.set(key, value);
    else
      throw new Failure(
        'failed',
        `Two teams ask for ${key} = ${other} and ${value}: remove one of them first.`,
      );
  }
  return joint;
}

/**
 * Merges settings into the text of a file.
 * @param before what this command wrote for the teams so far, by key
 * @param after what they ask for now
 * @param force whether a value that a person wrote is replaced
 * @returns the new text; undefined when nothing is left in the file
 * @throws Failure when a person wrote another value, or the text cannot be changed safely
 */
export function mergeSettings(
  file: string,
  text: string,
  {
    before,
    after,
    force,
  }: { before: ReadonlyMap<string, Value>; after: ReadonlyMap<string, Value>; force: boolean },
): string | undefined {
  let merged = text;
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const current = valueAt(readToml(file, merged), key);
    const wanted = wantedValue(file, key, current, { before: before.get(key), after: after.get(key), force });
    if (wanted !== current) merged = withValue(file, merged, key, wanted);
  }
  return merged.trim() === '' ? undefined : merged;
}

function wantedValue(
  file: string,
  key: string,
  current: unknown,
  { before, after, force }: { before: Value | undefined; after: Value | undefined; force: boolean },
): unknown {
  if (current === undefined || current === before || current === after) return after;
  // A person allows more than the teams ask for, or set it before any of them did.
  if (after === undefined || (typeof current === 'number' && typeof after === 'number' && current > after))
    return current;
  if (force) return after;
  throw new Failure(
    'failed',
    `${file} has ${key} = ${String(current)}, and the team needs ${after}. Change it, or add --force.`,
  );
}

function readToml(file: string, text: string): TomlTable {
  try {
    return parse(text);
  } catch (error) {
    throw new Failure(
      'failed',
      `${file} is not valid TOML: ${(error as Error).message.split('\n')[0]} Correct it first.`,
    );
  }
}

function valueAt(table: TomlTable, key: string): unknown {
  return key.split('.').reduce<unknown>((at, name) => (isTable(at) ? at[name] : undefined), table);
}

const isTable = (value: unknown): value is TomlTable =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Sets a key in a text, or removes it. @throws Failure when the result would not be just that */
function withValue(file: string, text: string, key: string, value: unknown): string {
  const path = key.split('.');
  const [table, name] = [path.slice(0, -1).join('.'), path.at(-1)!];
  const changed = editLines(text, table, name, value);
  const expected = readToml(file, text);
  setIn(expected, path, value);
  try {
    if (isDeepStrictEqual(withoutEmpty(parse(changed)), withoutEmpty(expected))) return changed;
  } catch {
    // It is not TOML any more.
  }
  const wanted = value === undefined ? `remove ${key}` : `set ${key} = ${String(value)}`;
  throw new Failure(
    'failed',
    `${file} cannot be changed without changing more: ${wanted} in it yourself, then run this again.`,
  );
}

function editLines(text: string, table: string, name: string, value: unknown): string {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const isHeader = (line: string) => /^\s*\[/.test(line);
  const header = table === '' ? -1 : lines.findIndex(line => line.replaceAll(/\s|#.*/g, '') === `[${table}]`);
  const line = value === undefined ? [] : [stringify({ [name]: value }).trim()];
  if (table !== '' && header < 0)
    return `${[...lines, ...(lines.length > 0 ? [''] : []), `[${table}]`, ...line].join('\n')}\n`;
  const next = lines.findIndex((each, at) => at > header && isHeader(each));
  const end = next < 0 ? lines.length : next;
  const at = lines.findIndex(
    (each, index) => index > header && index < end && each.trimStart().split(/\s*=/)[0] === name,
  );
  if (at >= 0) lines.splice(at, 1, ...line);
  else lines.splice(header + 1, 0, ...line);
  // A table of which nothing is left goes too.
  if (
    value === undefined &&
    header >= 0 &&
    lines.slice(header + 1, end - 1).every(each => each.trim() === '')
  )
    lines.splice(header, end - 1 - header);
  return lines.length === 0 ? '' : `${lines.join('\n').trimEnd()}\n`;
}

function setIn(table: TomlTable, path: readonly string[], value: unknown): void {
  const [name, ...rest] = path as [string, ...string[]];
  if (rest.length > 0) {
    const inner = isTable(table[name]) ? table[name] : {};
    table[name] = inner;
    setIn(inner, rest, value);
  } else if (value === undefined) delete table[name];
  else table[name] = value as never;
}

/** A table without tables of which nothing is left. */
function withoutEmpty(table: TomlTable): Record<string, unknown> {
  const entries = Object.entries(table).map(
    ([name, value]) => [name, isTable(value) ? withoutEmpty(value) : value] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => !isTable(value) || Object.keys(value).length > 0));
}
