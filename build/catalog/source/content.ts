/** The content as it lies in its folder: which files there are, and what the last build knew of each. */
import type { OperatorFile } from './layout.ts';
import { type FaultyFile, type FoundFile, listSources, readOperatorFiles } from './read.ts';

export interface Content {
  folder: string;
  files: FoundFile[];
  /** The entries of the folder that are no files that can be read, each with its fault. */
  faulty: FaultyFile[];
  operatorFiles: Partial<Record<OperatorFile, string>>;
}

/** Lists the sources of a folder, and reads the files of the operator in it. */
export function findContent(folder: string): Content {
  const { files, faulty } = listSources(folder);
  const operators = readOperatorFiles(folder);
  return { folder, files, faulty: [...faulty, ...operators.faulty], operatorFiles: operators.texts };
}
