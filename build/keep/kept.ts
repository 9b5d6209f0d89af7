/**
 * What a build keeps for the next one: one SQLite file in DATA_DIR.
 *
 * - `sources`: for each file of the content its state and digest, and what was compiled from it (`texts`)
 * - `outputs`: the packs of the tree that was published last, by digest; `tree`: its manifest, and what it was made from
 * - `words`: words whose tokens were counted
 *
 * A build that is killed leaves what the last transaction left. Every row has a digest that is checked before the row is used.
 * No row says more than "from this came that", so rows that are missing or old cost time and nothing else. Where anything
 * is damaged, the file is deleted and everything made again.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import { sha256Hex } from '#document/digest.ts';
import type { Stamp } from '../source/read.ts';
import { type CompiledTexts, type Keeper, KeptSource, type KeptTree, nothingKept } from './keeper.ts';
import { sqliteDriver } from './sqlite.ts';
import type { CountedWord } from './token.ts';

/** The folder of what is kept between builds, which may be deleted at any time. */
const keptFolder = (dataDir: string): string => join(dataDir, 'build-cache');
const keptFile = 'build.sqlite';

/** Thrown when what is kept turns out to be damaged while it is used. */
export class DamagedKept extends Error {
  override name = 'DamagedKept';
  override message = 'What was kept between builds is damaged.';
}

/** Whether an error comes from the file: it is damaged, cannot be written, or its disk is full. */
const isOfKept = (error: unknown): boolean =>
  error instanceof DamagedKept || String((error as { code?: unknown } | null)?.code).startsWith('SQLITE_');

const schema = `
  CREATE TABLE builder (version TEXT NOT NULL);
  CREATE TABLE sources (
    name TEXT PRIMARY KEY, size REAL, modified REAL, changed REAL, digest TEXT, shown TEXT, facts TEXT, page TEXT,
    sentences TEXT, seal TEXT);
  CREATE TABLE texts (name TEXT PRIMARY KEY, facts TEXT, page TEXT);
  CREATE TABLE outputs (digest TEXT PRIMARY KEY, bytes BLOB);
  CREATE TABLE tree (sources TEXT, shared TEXT, signature BLOB, manifest BLOB, seal TEXT);
  CREATE TABLE words (word TEXT PRIMARY KEY, tokens INTEGER, seal TEXT) WITHOUT ROWID;
`;

/** Words past so many are names and digests that hardly recur. */
const maxWords = 50_000;

/**
 * Runs a build with what is kept. Where that is damaged, it is deleted and the build begins again; where nothing can be kept,
 * as without a driver of SQLite or on a full disk, it ends without.
 * @param dataDir absent: nothing is kept
 */
export function withKept<Result>(
  dataDir: string | undefined,
  version: string,
  body: (kept: Keeper) => Result,
): Result {
  for (let turn = 0; turn < 2 && dataDir !== undefined; turn += 1) {
    const kept = open(dataDir, version);
    try {
      return body(kept);
    } catch (error) {
      if (!isOfKept(error)) throw error;
    } finally {
      kept.close();
    }
    remove(dataDir);
  }
  return body(nothingKept());
}

/** Opens what was kept by this version of the builder; deletes what another one kept. */
function open(dataDir: string, version: string): Keeper {
  const Database = sqliteDriver();
  if (!Database) return nothingKept();
  const path = join(keptFolder(dataDir), keptFile);
  try {
    return new Kept(new Database(path, { fileMustExist: true }), version);
  } catch {
    // There is none, it is damaged or of another version.
  }
  try {
    remove(dataDir);
    mkdirSync(keptFolder(dataDir), { recursive: true });
    const database = new Database(path);
    database.pragma('page_size = 32768');
    database.exec(schema);
    database.prepare('INSERT INTO builder VALUES (?)').run(version);
    return new Kept(database, version);
  } catch {
    return nothingKept();
  }
}

function remove(dataDir: string): void {
  rmSync(keptFolder(dataDir), { recursive: true, force: true });
}

type SourceRow = [
  ...[name: string, size: number, modified: number, changed: number],
  ...[digest: string, shown: string, facts: string, page: string | null, sentences: string, seal: string],
];

class Kept implements Keeper {
  readonly sources: ReadonlyMap<string, KeptSource>;
  readonly #database: SqliteDatabase.Database;
  readonly #statements = new Map<string, SqliteDatabase.Statement<unknown[], unknown>>();

  constructor(database: SqliteDatabase.Database, version: string) {
    this.#database = database;
    try {
      // A machine that loses power may leave a damaged file, which is then made again.
      database.pragma('synchronous = OFF');
      const found = this.#run('SELECT version FROM builder').pluck().all();
      if (found.length !== 1 || found[0] !== version) throw new DamagedKept();
      const rows = this.#run('SELECT * FROM sources').raw().all() as SourceRow[];
      this.sources = new Map(rows.map(row => [row[0], this.#sourceOf(row)]));
      database.exec('BEGIN');
    } catch (error) {
      database.close();
      throw error;
    }
  }

  keepSource(name: string, stamp: Stamp, digest: string, compiled: CompiledTexts): KeptSource {
    const { facts, page, sentences, shown } = compiled;
    this.#run('INSERT OR REPLACE INTO texts VALUES (?, ?, ?)').run(name, facts, page ?? null);
    const { size, modified, changed } = stamp;
    const digests = [sha256Hex(facts), page === undefined ? null : sha256Hex(page)] as const;
    const values = [name, size, modified, changed, digest, shown, ...digests, sentences] as const;
    return this.#keepRow([...values, sealOf(values)]);
  }

  restamp(name: string, { size, modified, changed }: Stamp): KeptSource {
    const [, , , , ...rest] = this.#run('SELECT * FROM sources WHERE name = ?').raw().get(name) as SourceRow;
    const values = [name, size, modified, changed, ...rest.slice(0, -1)];
    return this.#keepRow([...values, sealOf(values)] as SourceRow);
  }

  dropSource(name: string): void {
    for (const table of ['sources', 'texts']) this.#run(`DELETE FROM ${table} WHERE name = ?`).run(name);
  }

  lookUpWord(word: string): number | undefined {
    const row = this.#run('SELECT tokens, seal FROM words WHERE word = ?').raw().get(word);
    if (row === undefined) return undefined;
    const [tokens, seal] = row as [number, string];
    if (seal !== sealOf([word, tokens])) throw new DamagedKept();
    return tokens;
  }

  keepWords(words: readonly CountedWord[]): void {
    if (words.length === 0) return;
    const count = this.#run('SELECT count(*) FROM words').pluck().get() as number;
    for (const [word, tokens] of words.slice(0, Math.max(0, maxWords - count)))
      this.#run('INSERT OR REPLACE INTO words VALUES (?, ?, ?)').run(word, tokens, sealOf([word, tokens]));
  }

  tree(): KeptTree | undefined {
    const row = this.#run('SELECT * FROM tree').raw().get();
    if (row === undefined) return undefined;
    const [sources, shared, signature, manifest, seal] = row as [string, string, Buffer, Buffer, string];
    const tree = { sources, shared, signature, manifest };
    if (seal !== sealOfTree(tree)) throw new DamagedKept();
    return tree;
  }

  keepTree(tree: KeptTree, packs: ReadonlyMap<string, () => Uint8Array>): void {
    const { sources, shared, signature, manifest } = tree;
    const former = new Set(this.#run('SELECT digest FROM outputs').pluck().all() as string[]);
    for (const digest of former)
      if (!packs.has(digest)) this.#run('DELETE FROM outputs WHERE digest = ?').run(digest);
    for (const [digest, read] of packs)
      if (!former.has(digest)) this.#run('INSERT INTO outputs VALUES (?, ?)').run(digest, read());
    this.#run('DELETE FROM tree').run();
    const seal = sealOfTree(tree);
    this.#run('INSERT INTO tree VALUES (?, ?, ?, ?, ?)').run(sources, shared, signature, manifest, seal);
  }

  pack(digest: string): Uint8Array {
    const bytes = this.#run('SELECT bytes FROM outputs WHERE digest = ?').pluck().get(digest);
    if (!Buffer.isBuffer(bytes)) throw new DamagedKept();
    return bytes;
  }

  commit(): void {
    this.#database.exec('COMMIT');
    this.#database.exec('BEGIN');
  }

  close(): void {
    this.#database.close();
  }

  #keepRow(row: SourceRow): KeptSource {
    this.#run(`INSERT OR REPLACE INTO sources VALUES (${row.map(() => '?').join()})`).run(row);
    return this.#sourceOf(row);
  }

  #sourceOf(row: SourceRow): KeptSource {
    const [name, size, modified, changed, digest, shown, facts, page, sentences, seal] = row;
    if (seal !== sealOf(row.slice(0, -1))) throw new DamagedKept();
    const read = (column: 'facts' | 'page', expected: string): string => {
      const text = this.#run(`SELECT ${column} FROM texts WHERE name = ?`).pluck().get(name);
      if (typeof text !== 'string' || sha256Hex(text) !== expected) throw new DamagedKept();
      return text;
    };
    return new KeptSource(
      { size, modified, changed },
      { digest, shown, sentences },
      { facts: () => read('facts', facts), page: () => (page === null ? undefined : read('page', page)) },
    );
  }

  #run(text: string): SqliteDatabase.Statement<unknown[], unknown> {
    const statement = this.#statements.get(text) ?? this.#database.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }
}

/** The digest of the values of a row. */
const sealOf = (values: readonly unknown[]): string => sha256Hex(values.join('\t'));

const sealOfTree = ({ sources, shared, signature, manifest }: KeptTree): string =>
  sealOf([sources, shared, sha256Hex(signature), sha256Hex(manifest)]);
