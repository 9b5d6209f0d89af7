/**
 * Keeps compiled sources in memory while content is edited, so that a change compiles again only the sources that changed, and
 * repeats only the checks across sources. Reads the content folder and writes nothing.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyRing } from '#document/proof/signature.ts';
import { sha256Hex } from '#document/text/digest.ts';
import type { Fault } from '#document/text/fault.ts';
import type { Manifest } from '#document/text/manifest.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { compile } from '../catalog/check/compile.ts';
import { type Catalog, type CompiledSource, makeCatalog } from '../catalog/source/catalog.ts';
import { type Content, findContent } from '../catalog/source/content.ts';
import { readContentFile } from '../catalog/source/content-file.ts';
import { inFile } from '../catalog/source/place.ts';
import { type FoundFile, isSameStamp, type Stamp } from '../catalog/source/read.ts';
import type { SourceFault } from '../catalog/source/source-fault.ts';
import { makeTrust, type Trust } from '../document/proof/disk/trust.ts';
import type { Page } from '../page/compose/page.ts';
import { checkAll, type Sources } from './checks.ts';
import { allPages, fixedPaths, redirectsOf } from './pages.ts';

interface WorkingCopyOptions {
  contentDir: string;
  /** The address that the pages state as theirs, without a slash at the end. */
  baseUrl: string;
  /** Returns the present time, RFC 3339. Dates too far after it are refused. */
  now(): string;
}

/** A file as an editor holds it, saved or not. */
interface OpenFile {
  /** The path of the file relative to `content/`. */
  name: string;
  bytes: Uint8Array;
}

/** The result of compiling a file. */
interface Outcome {
  digest: string;
  faults: readonly Fault[];
  /** The compiled source, if its faults do not prevent compiling it. */
  source?: CompiledSource;
}

/** The result of checking the content. */
export interface Checked {
  /** All faults that the build would report, except those about the length of pages made from several sources. */
  messages: readonly SourceFault[];
  /** The sources without faults. */
  catalog: Catalog;
}

/** The pages of the content as far as they can be made. */
export interface WorkingCopyPages {
  /** The pages by path. */
  pages: ReadonlyMap<string, Page>;
  redirects: Manifest['redirects'];
  /** The names of the sources whose text cannot be used. Their pages show the last state that could be used. */
  outdated: ReadonlySet<string>;
  /**
   * The error for which the present pages cannot be made. All pages are then those that could be made last. Absent if they were
   * made.
   */
  failure?: unknown;
}

export class WorkingCopy {
  readonly #options: WorkingCopyOptions;
  #content: Content | undefined;
  #outcomes = new Map<string, Outcome & Stamp>();
  #sources: Sources = { sources: new Map(), failed: new Set(), messages: [] };
  /** The last state of each source that could be used. */
  readonly #usable = new Map<string, CompiledSource>();
  #made: { pages: WorkingCopyPages['pages']; redirects: Manifest['redirects'] } = {
    pages: new Map(),
    redirects: [],
  };
  #trust: Trust | undefined;

  constructor(options: WorkingCopyOptions) {
    this.#options = options;
  }

  /**
   * Looks for changed files and compiles them.
   * @param open a file that is read in place of the file on disk with its name
   * @returns whether anything changed, even a file that is no source
   */
  read(open?: OpenFile): boolean {
    const { contentDir } = this.#options;
    const content = findContent(contentDir);
    const before = this.#outcomes;
    const now = new Map<string, Outcome & Stamp>();
    let isChanged = this.#content === undefined || !isSame(this.#content, content);
    for (const file of content.files) {
      const known = before.get(file.name);
      const isKnown = known && isSameStamp(known, file) && open?.name !== file.name;
      if (!isKnown) isChanged = true;
      now.set(file.name, isKnown ? known : this.#compile(file));
    }
    if (before.size !== now.size) isChanged = true;
    if (open && isTaken(contentDir, open, now)) {
      // The file itself is read again the next time.
      now.set(open.name, { ...this.#outcomeOf(open.name, open.bytes), ...noStamp });
      isChanged = true;
    }
    this.#content = content;
    this.#outcomes = now;
    if (isChanged) this.#sources = this.#sort(content, now);
    return isChanged;
  }

  /** Checks the content that was read last. */
  check(): Checked {
    return checkAll(this.#content!, this.#sources, this.#options.now());
  }

  /**
   * Makes the pages of the content that was read last. If they cannot be made, returns the error as `failure`, with the pages of
   * the last success.
   * @param keys the keys that sign the artifacts of the preview; no signature is written to disk
   */
  pages(keys: KeyRing): WorkingCopyPages {
    const { contentDir, baseUrl } = this.#options;
    const compiled = new Map<string, CompiledSource>();
    const outdated = new Set<string>();
    for (const name of [...this.#outcomes.keys(), ...this.#content!.faulty.map(each => each.name)]) {
      const source = this.#outcomes.get(name)?.source;
      const used = source ?? this.#usable.get(name);
      if (used) compiled.set(name, used);
      if (!source) outdated.add(name);
    }
    const failed = new Set([...outdated].filter(name => !compiled.has(name)));
    try {
      const catalog = makeCatalog({ contentDir, compiled, failed, generatedPaths: fixedPaths });
      this.#trust = this.#trustOf(catalog, keys) ?? this.#trust;
      const setting = { baseUrl, reading: true };
      const pages = allPages(catalog, this.#trust ?? this.#noTrust(keys), this.#content!, setting);
      this.#made = {
        pages: new Map(pages.map(page => [page.path, page])),
        redirects: redirectsOf(catalog, setting),
      };
      return { ...this.#made, outdated };
    } catch (failure) {
      // Sources that contradict each other may make no pages together.
      return { ...this.#made, outdated, failure };
    }
  }

  #compile(file: FoundFile): Outcome & Stamp {
    const parsed = readContentFile(this.#options.contentDir, file.name);
    const outcome = parsed.ok
      ? this.#outcomeOf(file.name, parsed.bytes)
      : { digest: '', faults: [parsed.fault] };
    return { ...outcome, size: file.size, modified: file.modified, changed: file.changed };
  }

  #outcomeOf(name: string, bytes: Uint8Array): Outcome {
    const digest = sha256Hex(bytes);
    const known = this.#outcomes.get(name);
    if (known?.digest === digest) return known;
    const result = compile(name, bytes, this.#options.baseUrl);
    const compiled = result.ok ? result.compiled : drafted(result.draft);
    const source = compiled && { ...compiled, digest };
    if (source) this.#usable.set(name, source);
    return { digest, faults: result.ok ? [] : result.faults, ...(source && { source }) };
  }

  /** Divides the outcomes into the sources without faults and the messages about the others. */
  #sort({ folder, faulty }: Content, outcomes: ReadonlyMap<string, Outcome>): Sources {
    const wrong = [...outcomes].filter(([, { faults }]) => faults.length > 0);
    const sound = [...outcomes].flatMap(([name, { faults, source }]) =>
      source && faults.length === 0 ? [[name, source] as const] : [],
    );
    for (const name of this.#usable.keys())
      if (!outcomes.has(name) && !faulty.some(each => each.name === name)) this.#usable.delete(name);
    return {
      sources: new Map(sound),
      failed: new Set([...faulty, ...wrong.map(([name]) => ({ name }))].map(({ name }) => name)),
      messages: [
        ...faulty.map(({ name, fault }) => inFile(folder, name, fault)),
        ...wrong.flatMap(([name, { faults }]) => faults.map(fault => inFile(folder, name, fault))),
      ],
    };
  }

  /**
   * Returns the signatures and the log of the versions; undefined if a version lacks its published bytes or a status is wrong.
   */
  #trustOf(catalog: Catalog, ring: KeyRing): Trust | undefined {
    const versions = new Map(catalog.versions.map(version => [version.path, version]));
    const artifacts = [...catalog.publications.values()].map(({ path, digest, published_at }) => {
      const version = versions.get(path);
      const isWhole = version && digest === `sha256:${version.digest}`;
      return isWhole ? { path, digest, published_at, bytes: Buffer.from(version.page()!) } : undefined;
    });
    const whole = artifacts.filter(each => each !== undefined);
    if (whole.length < artifacts.length || catalog.statusFaults.length > 0) return undefined;
    const { baseUrl } = this.#options;
    return makeTrust({ artifacts: whole, changes: catalog.statusChanges, ring, baseUrl, log: undefined });
  }

  #noTrust(ring: KeyRing): Trust {
    return makeTrust({ artifacts: [], changes: [], ring, baseUrl: this.#options.baseUrl, log: undefined });
  }
}

/** Tells whether an open file counts: it is a listed source, or a new file that has not been saved yet. */
const isTaken = (contentDir: string, { name }: OpenFile, listed: ReadonlyMap<string, unknown>): boolean =>
  listed.has(name) || !existsSync(join(contentDir, name));

/** The stamp of a file that is open in an editor, which differs from that of every file on the disk. */
const noStamp: Stamp = { size: -1, modified: 0, changed: 0 };

/** Compiles a source despite its faults; returns undefined if they prevent it. */
const drafted = (make: (() => Omit<CompiledSource, 'digest'>) | undefined) => make && unlessThrown(make);

/** Tells whether the faulty files and the files of the operator are the same in two states of the content. */
const isSame = (one: Content, other: Content): boolean =>
  JSON.stringify([one.faulty, one.operatorFiles]) === JSON.stringify([other.faulty, other.operatorFiles]);
