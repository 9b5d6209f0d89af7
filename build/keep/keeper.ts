/** What is kept of sources and trees, whether in a file for the next build (`kept.ts`) or only as long as this one runs. */
import type { Compiled } from '../catalog.ts';
import type { Facts } from '../source/facts.ts';
import type { Stamp } from '../source/read.ts';
import { type Fingerprint, shownBy } from './dependency.ts';
import type { CountedWord } from './token.ts';

/** What was compiled from a source, as texts, which threads hand over cheaply. */
export interface CompiledTexts {
  facts: string;
  page: string | undefined;
  /** The digests of its sentences, see `Sentences`. */
  sentences: string;
  /** See `shownBy`. */
  shown: string;
}

/** @param digest of the bytes of the source */
export const writeCompiled = ({ facts, page }: Compiled, digest: string): CompiledTexts => ({
  facts: JSON.stringify(facts),
  page,
  sentences: facts.sentences.digests,
  shown: shownBy(facts, digest),
});

/** A tree that was published, and the fingerprint of what it was made from. */
export interface KeptTree extends Fingerprint {
  signature: Buffer;
  manifest: Buffer;
}

/** Whatever a keeper cannot read as it was written, it throws a `DamagedKept` for. */
export interface Keeper {
  /** The sources by name, as the last build left them. */
  readonly sources: ReadonlyMap<string, KeptSource>;
  /** Keeps what was compiled from a file with this digest. */
  keepSource(name: string, stamp: Stamp, digest: string, compiled: CompiledTexts): KeptSource;
  /** Keeps a source whose file was touched and has the same bytes. */
  restamp(name: string, stamp: Stamp): KeptSource;
  dropSource(name: string): void;
  /** How many tokens a word has, where it was counted before. */
  lookUpWord(word: string): number | undefined;
  keepWords(words: readonly CountedWord[]): void;
  /** The tree that was published last. */
  tree(): KeptTree | undefined;
  /** Keeps a tree in place of the last one. @param packs by digest; only those that are new are read */
  keepTree(tree: KeptTree, packs: ReadonlyMap<string, () => Uint8Array>): void;
  /** The bytes of a pack of the tree; whoever uses them checks the digest. */
  pack(digest: string): Uint8Array;
  /** From now on the next build finds what was kept so far. */
  commit(): void;
  close(): void;
}

/** A compiled source, whose facts and page are read, checked and parsed when they are asked for. */
export class KeptSource implements Stamp, Compiled {
  readonly size: number;
  readonly modified: number;
  readonly changed: number;
  /** The SHA-256 of the bytes of its file, hexadecimal. */
  readonly digest: string;
  /** See `shownBy`. */
  readonly shown: string;
  /** The digests of its sentences, one after the other. */
  readonly sentences: string;
  readonly #read: { facts(): string; page(): string | undefined };
  #facts: Facts | undefined;

  constructor(
    { size, modified, changed }: Stamp,
    { digest, shown, sentences }: Pick<KeptSource, 'digest' | 'shown' | 'sentences'>,
    read: { facts(): string; page(): string | undefined },
  ) {
    this.size = size;
    this.modified = modified;
    this.changed = changed;
    this.digest = digest;
    this.shown = shown;
    this.sentences = sentences;
    this.#read = read;
  }

  get facts(): Facts {
    this.#facts ??= JSON.parse(this.#read.facts()) as Facts;
    return this.#facts;
  }

  get page(): string | undefined {
    return this.#read.page();
  }
}

/** Keeps sources as long as the build runs, and nothing else. */
export const nothingKept = (): Keeper => ({
  sources: new Map(),
  keepSource: (_, stamp, digest, { facts, page, sentences, shown }) =>
    new KeptSource(stamp, { digest, shown, sentences }, { facts: () => facts, page: () => page }),
  restamp: name => {
    throw new Error(`Nothing is kept of ${name}.`);
  },
  dropSource() {},
  lookUpWord: () => undefined,
  keepWords() {},
  tree: () => undefined,
  keepTree() {},
  pack: digest => {
    throw new Error(`The pack ${digest} is not kept.`);
  },
  commit() {},
  close() {},
});
