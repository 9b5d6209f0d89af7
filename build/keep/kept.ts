/**
 * What a build keeps for the next one: one SQLite file in DATA_DIR.
 *
 * - `sources`: for each file of the content its state and digest, and what was compiled from it (`texts`)
 * - `outputs`: the packs of the tree that was published last, by digest; `tree`: its manifest, and what it was made from
 * - `drawings`: drawings of topologies, by a digest of what they show
 * - `words`: words whose tokens were counted
 *
 * A build that is killed leaves what the last transaction left. Every row has a digest that is checked before the row is used.
 * No row says more than "from this came that", so rows that are missing or old cost time and nothing else. Where anything
 * is damaged, the file is deleted and everything made again.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import { sha256Hex } from '#document/digest.ts';
import type { Stamp } from '../source/read.ts';
import type { Fingerprint } from './dependency.ts';
import { type CompiledTexts, KeptSource } from './source.ts';
import { sqliteDriver } from './sqlite.ts';
import type { CountedWord } from './token.ts';

/** A tree that was published, and what it was made from. */
export interface KeptTree extends Fingerprint {
  signature: Buffer;
  manifest: Buffer;
  /** The states of its packs when they were whole, see `stampsOf`. */
  stamps: string;
}

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
  CREATE TABLE tree (sources TEXT, shared TEXT, signature BLOB, manifest BLOB, stamps TEXT, seal TEXT);
  CREATE TABLE drawings (key TEXT PRIMARY KEY, drawing TEXT, seal TEXT) WITHOUT ROWID;
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
  body: (kept: Kept) => Result,
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
    clear(dataDir);
  }
  return body(new Kept(undefined, version));
}

/** Opens what was kept by this version of the builder; deletes what another one kept. */
function open(dataDir: string, version: string): Kept {
  const Database = sqliteDriver();
  if (!Database) return new Kept(undefined, version);
  const path = join(keptFolder(dataDir), keptFile);
  try {
    return new Kept(new Database(path, { fileMustExist: true }), version);
  } catch {
    // There is none, it is damaged or of another version.
  }
  try {
    clear(dataDir);
    const database = new Database(path);
    database.pragma('page_size = 32768');
    database.exec(schema);
    database.prepare('INSERT INTO builder VALUES (?)').run(version);
    return new Kept(database, version);
  } catch {
    return new Kept(undefined, version);
  }
}

/** Deletes all that is kept, but not the folder, which may be a mount point. */
function clear(dataDir: string): void {
  const folder = keptFolder(dataDir);
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  } catch {
    // Then nothing can be kept there, which fails no build.
  }
}

type SourceRow = [
  ...[name: string, size: number, modified: number, changed: number],
  ...[digest: string, shown: string, facts: string, page: string | null, sentences: string, seal: string],
];

/** What is kept, as one build reads and writes it. Whatever is not as it was written, it throws a `DamagedKept` for. */
export class Kept {
  /** The sources by name, as the last build left them. */
  readonly sources: ReadonlyMap<string, KeptSource>;
  readonly #database: SqliteDatabase.Database | undefined;
  readonly #statements = new Map<string, SqliteDatabase.Statement<unknown[], unknown[]>>();

  /** @param database absent: sources are kept as long as the build runs, and nothing else is */
  constructor(database: SqliteDatabase.Database | undefined, version: string) {
    this.#database = database;
    try {
      // A machine that loses power may leave a damaged file, which is then made again.
      database?.pragma('synchronous = OFF');
      if (database && this.#all('SELECT version FROM builder').join() !== version) throw new DamagedKept();
      const rows = this.#all('SELECT * FROM sources') as SourceRow[];
      this.sources = new Map(rows.map(row => [row[0], this.#sourceOf(row)]));
      database?.exec('BEGIN');
    } catch (error) {
      database?.close();
      throw error;
    }
  }

  /** Keeps what was compiled from a file with this digest. */
  keepSource(name: string, stamp: Stamp, digest: string, compiled: CompiledTexts): KeptSource {
    const { facts, page, sentences, shown } = compiled;
    if (!this.#database)
      return new KeptSource(stamp, { digest, shown, sentences }, { facts: () => facts, page: () => page });
    this.#run('INSERT OR REPLACE INTO texts VALUES (?, ?, ?)', name, facts, page ?? null);
    const digests = [sha256Hex(facts), page === undefined ? null : sha256Hex(page)] as const;
    return this.#keepRow([name, ...valuesOf(stamp), digest, shown, ...digests, sentences, '']);
  }

  /** Keeps a source whose file was touched and has the same bytes. */
  restamp(name: string, stamp: Stamp): KeptSource {
    const [row] = this.#all('SELECT * FROM sources WHERE name = ?', name) as SourceRow[];
    row!.splice(1, 3, ...valuesOf(stamp));
    return this.#keepRow(row!);
  }

  dropSource(name: string): void {
    for (const table of ['sources', 'texts']) this.#run(`DELETE FROM ${table} WHERE name = ?`, name);
  }

  /** The drawing under a key, where it was made before. */
  drawing(key: string): string | undefined {
    const [row] = this.#all('SELECT drawing, seal FROM drawings WHERE key = ?', key) as [string, string][];
    if (row && row[1] !== sealOf([key, row[0]])) throw new DamagedKept();
    return row?.[0];
  }

  keepDrawing(key: string, drawing: string): void {
    this.#run('INSERT OR REPLACE INTO drawings VALUES (?, ?, ?)', key, drawing, sealOf([key, drawing]));
  }

  /** How many tokens a word has, where it was counted before. */
  lookUpWord(word: string): number | undefined {
    const [row] = this.#all('SELECT tokens, seal FROM words WHERE word = ?', word) as [number, string][];
    if (row && row[1] !== sealOf([word, row[0]])) throw new DamagedKept();
    return row?.[0];
  }

  keepWords(words: readonly CountedWord[]): void {
    if (words.length === 0) return;
    const count = Number(this.#all('SELECT count(*) FROM words')[0]);
    for (const [word, tokens] of words.slice(0, Math.max(0, maxWords - count)))
      this.#run('INSERT OR REPLACE INTO words VALUES (?, ?, ?)', word, tokens, sealOf([word, tokens]));
  }

  /** The tree that was published last. */
  tree(): KeptTree | undefined {
    const [row] = this.#all('SELECT * FROM tree') as [string, string, Buffer, Buffer, string, string][];
    if (!row) return undefined;
    const [sources, shared, signature, manifest, stamps, seal] = row;
    const tree = { sources, shared, signature, manifest, stamps };
    if (seal !== sealOfTree(tree)) throw new DamagedKept();
    return tree;
  }

  /** Keeps a tree in place of the last one. @param packs by digest; only those that are new are read */
  keepTree(tree: KeptTree, packs: ReadonlyMap<string, () => Uint8Array>): void {
    if (!this.#database) return;
    const { sources, shared, signature, manifest, stamps } = tree;
    const former = new Set(this.#all('SELECT digest FROM outputs').flat());
    for (const digest of former)
      if (!packs.has(String(digest))) this.#run('DELETE FROM outputs WHERE digest = ?', digest);
    for (const [digest, read] of packs)
      if (!former.has(digest)) this.#run('INSERT INTO outputs VALUES (?, ?)', digest, read());
    this.#run('DELETE FROM tree');
    const values = [sources, shared, signature, manifest, stamps, sealOfTree(tree)];
    this.#run('INSERT INTO tree VALUES (?, ?, ?, ?, ?, ?)', ...values);
  }

  /** The bytes of a pack of the tree; whoever uses them checks the digest. */
  pack(digest: string): Buffer {
    const [bytes] = this.#all('SELECT bytes FROM outputs WHERE digest = ?', digest).flat();
    if (!Buffer.isBuffer(bytes)) throw new DamagedKept();
    return bytes;
  }

  /** From now on the next build finds what was kept so far. */
  commit(): void {
    this.#database?.exec('COMMIT; BEGIN');
  }

  close(): void {
    this.#database?.close();
  }

  /** Keeps a row with the seal of its values. */
  #keepRow(row: SourceRow): KeptSource {
    row[row.length - 1] = sealOf(row.slice(0, -1));
    this.#run(`INSERT OR REPLACE INTO sources VALUES (${row.map(() => '?').join()})`, ...row);
    return this.#sourceOf(row);
  }

  #sourceOf(row: SourceRow): KeptSource {
    const [name, size, modified, changed, digest, shown, facts, page, sentences, seal] = row;
    if (seal !== sealOf(row.slice(0, -1))) throw new DamagedKept();
    const read = (column: 'facts' | 'page', expected: string): string => {
      const [text] = this.#all(`SELECT ${column} FROM texts WHERE name = ?`, name).flat();
      if (typeof text !== 'string' || sha256Hex(text) !== expected) throw new DamagedKept();
      return text;
    };
    return new KeptSource(
      { size, modified, changed },
      { digest, shown, sentences },
      { facts: () => read('facts', facts), page: () => (page === null ? undefined : read('page', page)) },
    );
  }

  #all(text: string, ...values: unknown[]): unknown[][] {
    return (
      this.#statement(text)
        ?.raw()
        .all(...values) ?? []
    );
  }

  #run(text: string, ...values: unknown[]): void {
    this.#statement(text)?.run(...values);
  }

  #statement(text: string): SqliteDatabase.Statement<unknown[], unknown[]> | undefined {
    const statement = this.#statements.get(text) ?? this.#database?.prepare<unknown[], unknown[]>(text);
    if (statement) this.#statements.set(text, statement);
    return statement;
  }
}

const valuesOf = ({ size, modified, changed }: Stamp) => [size, modified, changed] as const;

/** The digest of the values of a row. */
const sealOf = (values: readonly unknown[]): string => sha256Hex(values.join('\t'));

const sealOfTree = ({ sources, shared, signature, manifest, stamps }: KeptTree): string =>
  sealOf([sources, shared, sha256Hex(signature), sha256Hex(manifest), stamps]);
