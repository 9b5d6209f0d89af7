/**
 * The store that a build keeps for the next one: one SQLite file in DATA_DIR.
 *
 * - `sources`: for each file of the content its state and digest, and what was compiled from it (`texts`)
 * - `former`: what those were when the tree was published that have changed since, in builds that ended with a fault
 * - `outputs`: the packs of the tree that was published last, by digest; `tree`: its manifest, and what it was made from
 * - `drawings`: drawings of topologies, by a digest of what they show
 *
 * A build that is killed leaves what the last transaction left. Every row has a digest that is checked before the row is used.
 * No row says more than "from this came that", so rows that are missing or old cost time and nothing else. Where anything
 * is damaged, the file is deleted and everything made again.
 */
import type SqliteDatabase from 'better-sqlite3';
import { sha256Hex } from '#document/text/digest.ts';
import type { Stamp } from '../catalog/source/read.ts';
import type { Fingerprint } from './dependency.ts';
import { type CompiledTexts, KeptSource } from './kept-source.ts';

/** A tree that was published, and what it was made from. */
export interface KeptTree extends Fingerprint {
  signature: Buffer;
  manifest: Buffer;
  /** The states of its packs when they were whole, see `stampsOf`. */
  stamps: string;
}

/** Thrown when what is kept turns out to be damaged while it is used. */
export class DamagedKept extends Error {
  override name = 'DamagedKept';
  override message = 'What was kept between builds is damaged.';
}

type SourceRow = [
  ...[name: string, size: number, modified: number, changed: number],
  ...[digest: string, shown: string, facts: string, page: string | null, sentences: string, seal: string],
];

/** The digests of a source from which a tree was made. */
export type PublishedSource = Pick<KeptSource, 'digest' | 'shown' | 'sentences'>;

/** Without a digest there was no such source. */
type FormerRow = [name: string, digest: string | null, shown: string, sentences: string, seal: string];

/** The store as one build reads and writes it. It throws `DamagedKept` for anything that is not as it was written. */
export class Kept {
  /** The sources by name, as the last build left them. */
  readonly sources: ReadonlyMap<string, KeptSource>;
  /** The sources that the tree was made from. */
  readonly published: ReadonlyMap<string, PublishedSource>;
  readonly #database: SqliteDatabase.Database | undefined;
  /** Whether a tree was published from what is kept. */
  readonly #hasTree: boolean;
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
      this.published = this.#withFormer(this.sources);
      this.#hasTree = this.#all('SELECT 1 FROM tree').length > 0;
      database?.exec('BEGIN');
    } catch (error) {
      database?.close();
      throw error;
    }
  }

  /** Keeps what was compiled from a file with this digest. */
  keepSource(name: string, stamp: Stamp, digest: string, compiled: CompiledTexts): KeptSource {
    const { facts, page, sentences, shown } = compiled;
    this.#keepFormer(name);
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
    this.#keepFormer(name);
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
    for (const table of ['tree', 'former']) this.#run(`DELETE FROM ${table}`);
    const values = [sources, shared, signature, manifest, stamps, sealOfTree(tree)];
    this.#run('INSERT INTO tree VALUES (?, ?, ?, ?, ?, ?)', ...values);
  }

  /** The bytes of a pack of the tree; the caller checks the digest. */
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

  #withFormer(sources: Kept['sources']): Kept['published'] {
    const published = new Map<string, PublishedSource>(sources);
    for (const row of this.#all('SELECT * FROM former') as FormerRow[]) {
      const [name, digest, shown, sentences, seal] = row;
      if (seal !== sealOf(row.slice(0, -1))) throw new DamagedKept();
      if (digest === null) published.delete(name);
      else published.set(name, { digest, shown, sentences });
    }
    return published;
  }

  /** Keeps what a source is in the tree before it changes; of several changes the first one tells. */
  #keepFormer(name: string): void {
    if (!this.#hasTree) return;
    const { digest = null, shown = '', sentences = '' } = this.sources.get(name) ?? {};
    const row = [name, digest, shown, sentences];
    this.#run('INSERT OR IGNORE INTO former VALUES (?, ?, ?, ?, ?)', ...row, sealOf(row));
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
