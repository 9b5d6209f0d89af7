/** The content at hand, for a comparison that includes what a tree does not publish. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findContent } from '../../../build/catalog/source/content.ts';
import type { OperatorFile } from '../../../build/catalog/source/layout.ts';

/** Sources at hand: what the caller has of the content. */
export interface Content {
  /** By their names below `content/`. */
  sources: ReadonlyMap<string, Uint8Array>;
  operatorFiles: Partial<Record<OperatorFile, string>>;
}

/** Reads a folder of content. @throws Error when it holds none */
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
