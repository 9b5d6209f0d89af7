/** A source as it is kept between builds. */
import type { Compiled } from '../catalog/source/catalog.ts';
import type { Facts } from '../catalog/source/facts.ts';
import type { Stamp } from '../catalog/source/read.ts';
import { shownBy } from './dependency.ts';

/** The compiled source as texts, which threads hand over cheaply. */
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
