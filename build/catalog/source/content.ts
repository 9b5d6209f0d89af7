/**
 * The content as it lies in its folder: the sources, each with what shows that it has changed; entries that cannot be read; and
 * the operator's files.
 */
import type { OperatorFile } from './layout.ts';
import { type FaultyFile, type FoundFile, listSources, readOperatorFiles } from './read.ts';

export interface Content {
  folder: string;
  files: FoundFile[];
  /** The entries of the folder that are no readable files, each with its fault. */
  faulty: FaultyFile[];
  operatorFiles: Partial<Record<OperatorFile, string>>;
}

/** Lists the sources of a folder, and reads the files of the operator in it. */
export function findContent(folder: string): Content {
  const { files, faulty } = listSources(folder);
  const operators = readOperatorFiles(folder);
  return { folder, files, faulty: [...faulty, ...operators.faulty], operatorFiles: operators.texts };
}
