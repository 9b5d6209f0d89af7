/**
 * Every regular expression of the build, the server and `verify` takes time in proportion to its input: a checker looks at
 * each, by automata where that is decided soon and by search for an attack otherwise. The only exceptions are those that
 * see nothing but user agents cut to 512 characters: of them some may take the square of that.
 *
 * A verdict takes half a second, so those of expressions that were checked before are kept in a list of their digests. To check
 * all of them again and write the list: `WRITE_LINEAR=1 npx tsx scripts/test.ts regular-expression`.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Node, parse } from 'acorn';
import { transform } from 'esbuild';
import { checkSync } from 'recheck';
import { register } from 'tsx/esm/api';
import { large } from './support/large.ts';

interface Found {
  where: string;
  source: string;
  flags: string;
}

const root = join(import.meta.dirname, '..');
const folders = [
  ...['build', 'server', 'scripts/verify', 'scripts/support/signed', 'scripts/verify/decision'],
  ...['scripts/runner', 'scripts/operator'],
];

const files = folders.flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => join(folder, name)),
);

/** The expressions that a file writes out. */
async function literalsIn(file: string): Promise<Found[]> {
  const source = readFileSync(join(root, file), 'utf8');
  const { code } = await transform(source, { loader: 'ts', target: 'es2024' });
  const found: Found[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk);
    else if (typeof node === 'object' && node !== null) {
      const { type, regex } = node as Node & { regex?: { pattern: string; flags: string } };
      if (type === 'Literal' && regex) found.push({ where: file, source: regex.pattern, flags: regex.flags });
      else Object.values(node).forEach(walk);
    }
  };
  walk(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }));
  return found;
}

let written: Promise<Found[]> | undefined;

/** The expressions that all files write out, looked for once. */
function literals(): Promise<Found[]> {
  written ??= Promise.all(files.map(literalsIn)).then(each => each.flat());
  return written;
}

/** The expressions that modules put together when they are loaded, such as those of user agents. */
async function assembled(): Promise<Found[]> {
  const found: Found[] = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, args, newTarget) {
      const made = Reflect.construct(target, args, newTarget) as RegExp;
      const [, caller = ''] = /\n.*\n.*?((?:build|server)\/[\w./-]+\.ts)/.exec(new Error().stack ?? '') ?? [];
      if (caller) found.push({ where: caller, source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    // All but programs, which run when they are loaded.
    const modules = files.filter(file => !/(?:main|command|worker)\.ts$|^scripts/.test(file));
    const unregister = register();
    for (const file of modules) await import(join(root, file));
    await unregister();
  } finally {
    globalThis.RegExp = Original;
  }
  return found;
}

/** Expressions that are put together from lists of user agents (`maxUserAgent` of the selection). */
const shortInput = /^server\/ticket\/rule\/(?:product|selection)\.ts$/;

/** The alternatives of an expression: a search tries one after the other, so it costs the sum of what they cost. */
function alternativesOf({ where, source, flags }: Found): Found[] {
  const parts = [''];
  let depth = 0;
  for (const [token] of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|./gs)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === '|' && depth === 0) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map(part => ({ where, source: part, flags }));
}

/** The longest expression of which an automaton is tried: those of long lists never come to a verdict in time. */
const maxDecided = 300;

/** Attacks an expression; returns the weakness in a line, or undefined when none is proved or found. */
function weaknessOf({ where, source, flags }: Found): string | undefined {
  const decided =
    source.length < maxDecided && checkSync(source, flags, { checker: 'automaton', timeout: 500 });
  const verdict =
    decided && decided.status !== 'unknown'
      ? decided
      : checkSync(source, flags, { checker: 'fuzz', timeout: 20_000 });
  if (verdict.status === 'safe') return undefined;
  const how = verdict.status === 'vulnerable' ? verdict.complexity : undefined;
  if (shortInput.test(where) && how?.type === 'polynomial' && how.degree === 2) return undefined;
  return `${where}: /${source.slice(0, 200)}/${flags} is ${verdict.status}: ${how?.summary ?? ''}`;
}

const listPath = join(root, 'test/fixture/linear-expressions.txt');
const rewrites = process.env.WRITE_LINEAR === '1';
const known = new Set(rewrites ? [] : readFileSync(listPath, 'utf8').split('\n'));
const linear = new Set<string>();

/** The expressions with a weakness, with what it is. */
function weaknesses(all: readonly Found[]): string[] {
  return all.flatMap(found => {
    const text = `/${found.source}/${found.flags}${shortInput.test(found.where) ? ' of short input' : ''}`;
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    const weakness = known.has(digest) ? undefined : weaknessOf(found);
    if (weakness === undefined) linear.add(digest);
    return weakness ?? [];
  });
}

after(() => {
  if (rewrites)
    writeFileSync(
      listPath,
      [...linear]
        .sort()
        .map(each => `${each}\n`)
        .join(''),
    );
});

const distinct = (all: readonly Found[]): Found[] => [
  ...new Map(all.map(found => [`/${found.source}/${found.flags}`, found])).values(),
];

test('the checker knows a quadratic expression', () => {
  assert.match(weaknessOf({ where: 'here', source: '^a+a+$', flags: '' })!, /vulnerable/);
});

test('every regular expression that the code writes out is linear', async () => {
  const all = distinct(await literals());
  assert.ok(all.length > 150, `only ${all.length} were found`);
  assert.deepEqual(weaknesses(all), []);
});

large('every regular expression that is put together when the code is loaded is linear', async () => {
  // Those that the code writes out are checked whole, also where `tsx` hands them to `RegExp`.
  const wholes = new Set((await literals()).map(({ source }) => source));
  const made = (await assembled()).filter(({ source }) => !wholes.has(source));
  const all = distinct(made.flatMap(alternativesOf));
  assert.ok(
    all.some(({ where }) => where.endsWith('selection.ts')),
    'those of user agents were not found',
  );
  assert.deepEqual(weaknesses(all), []);
});
