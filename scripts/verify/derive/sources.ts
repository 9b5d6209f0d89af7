/** Reads the sources from which to make pages: those that a tree carries, or those in a folder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { findContent } from '../../../build/catalog/source/content.ts';
import {
  isServedWhole,
  layoutOf,
  type OperatorFile,
  operatorFiles,
} from '../../../build/catalog/source/layout.ts';
import { sourcesPath } from '../../../build/page/sources.ts';
import type { Tree } from '../tree.ts';

/** The sources from which pages are made, and the files of the operator. */
export interface Content {
  /** The sources by their names below `content/`. */
  sources: ReadonlyMap<string, Uint8Array>;
  operatorFiles: Partial<Record<OperatorFile, string>>;
}

/**
 * Reads the sources and the files of the operator in a folder of content.
 * @throws Error when an entry cannot be read, or the folder holds no sources
 */
export function readContent(folder: string): Content {
  const { files, faulty, operatorFiles } = findContent(folder);
  const [first] = faulty;
  if (first) throw new Error(`${join(folder, first.name)}: ${first.fault.message} ${first.fault.help}`);
  if (files.length === 0)
    throw new Error(`${folder} holds no content: name the folder that the tree was built from.`);
  return {
    sources: new Map(files.map(({ name }) => [name, readFileSync(join(folder, name))])),
    operatorFiles,
  };
}

/**
 * Reads the sources from which a tree was made: those in its archive of sources, which also has the files of the operator, and
 * those that are pages themselves.
 * @throws Error when the tree has no archive, or when the archive is broken, too large, or holds other files
 */
export function carriedSources({ pages }: Tree): Content {
  const archive = pages.get(sourcesPath);
  if (!archive) throw new Error(`${sourcesPath} is missing.`);
  const files = Object.entries(unpacked(archive.bytes));
  const served = [...pages.values()].filter(
    ({ path, entry }) => isServedWhole(path.slice(1)) && entry?.same_as === undefined,
  );
  const own = files.filter(([name]) => isOperatorFile(name));
  return {
    sources: new Map([
      ...files.filter(([name]) => !isOperatorFile(name)),
      ...served.map(({ path, bytes }): [string, Uint8Array] => [path.slice(1), bytes]),
    ]),
    operatorFiles: Object.fromEntries(own.map(([name, bytes]) => [name, Buffer.from(bytes).toString()])),
  };
}

const isOperatorFile = (name: string): boolean => (operatorFiles as readonly string[]).includes(name);

/** Tells whether an archive may hold a file of this name. */
const isSource = (name: string): boolean =>
  isOperatorFile(name) ||
  (layoutOf(name) !== undefined && !isServedWhole(name) && !name.split('/').includes('..'));

/** The most files that are unpacked from an archive. */
const maxFiles = 100_000;
/** The most bytes that are unpacked from an archive, which may have been made so that a few bytes unpack to gigabytes. */
const maxBytes = 256 * 1024 ** 2;

function unpacked(archive: Uint8Array): Record<string, Uint8Array> {
  let [count, packed, plain] = [0, 0, 0];
  return unzipSync(archive, {
    filter: ({ name, size, originalSize }) => {
      count += 1;
      packed += size;
      plain += originalSize;
      // Files that overlap would be unpacked again and again.
      if (count > maxFiles || packed > archive.length || plain > maxBytes)
        throw new Error(`${sourcesPath} unpacks to more than is read.`);
      if (isSource(name)) return true;
      throw new Error(`${sourcesPath} holds ${JSON.stringify(name.slice(0, 100))}, which is no source.`);
    },
  });
}
