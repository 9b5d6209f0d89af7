/** Compiles the content: sources that were touched since the last build are read again, the others taken as they were kept. */

import type { Content } from '../catalog/source/content.ts';
import { inFile } from '../catalog/source/place.ts';
import { type FoundFile, isSameStamp } from '../catalog/source/read.ts';
import type { SourceFault } from '../catalog/source/source-fault.ts';
import type { CompiledFile } from './compile-job.ts';
import type { KeptSource } from './kept-source.ts';
import { batches } from './pool.ts';
import type { Workshop } from './workshop.ts';

export interface CompiledSources {
  /** Names of sources with faults. */
  failed: Set<string>;
  messages: SourceFault[];
  /** All others by name. */
  sources: Map<string, KeptSource>;
  /** Names of those that were compiled and have no faults. */
  compiled: Set<string>;
  compiledCount: number;
}

/** Sources that go to a thread together. */
const filesPerJob = 16;

/** Compiles the content and keeps it, even with faults: after a correction only the corrected source is compiled again. */
export function compileAll(content: Content, workshop: Workshop): CompiledSources {
  const { kept, pool, progress, profile, baseUrl } = workshop;
  const { folder, files, faulty } = content;
  const result: CompiledSources = {
    failed: new Set(faulty.map(({ name }) => name)),
    messages: faulty.map(({ name, fault }) => inFile(folder, name, fault)),
    sources: new Map(),
    compiled: new Set(),
    compiledCount: 0,
  };
  const changed = files.filter(file => {
    const known = kept.sources.get(file.name);
    if (!known || !isSameStamp(known, file)) return true;
    result.sources.set(file.name, known);
    return false;
  });
  const pieces = batches(changed, filesPerJob);
  const jobOf = (piece: readonly FoundFile[]) => ({
    do: 'compile' as const,
    contentDir: folder,
    baseUrl,
    files: piece.map(({ name }) => ({ name, known: kept.sources.get(name)?.digest })),
  });
  let done = 0;
  pool.run(pieces, jobOf, (read, piece) => {
    for (const [at, each] of read.entries()) take(each, piece[at]!, folder, workshop, result);
    done += read.length;
    progress.step('reading sources', done, changed.length);
  });
  const found = new Set(files.map(({ name }) => name));
  for (const name of kept.sources.keys()) if (!found.has(name)) kept.dropSource(name);
  kept.commit();
  profile.lap('reading and compiling sources');
  return result;
}

/** Records the outcome of a file: its faults, what was compiled, or that its bytes are unchanged. */
function take(
  { digest, compiled, faults }: CompiledFile,
  file: FoundFile,
  folder: string,
  { kept }: Workshop,
  result: CompiledSources,
): void {
  const { name } = file;
  if (compiled || faults) result.compiledCount += 1;
  if (faults) {
    result.failed.add(name);
    result.messages.push(...faults.map(fault => inFile(folder, name, fault)));
    return;
  }
  if (compiled) result.compiled.add(name);
  const source = compiled ? kept.keepSource(name, file, digest, compiled) : kept.restamp(name, file);
  result.sources.set(name, source);
}
