/** Compiles all sources of the content, in worker threads if there are many. */
import type { CompiledSource } from '../catalog/source/catalog.ts';
import type { Content } from '../catalog/source/content.ts';
import type { Facts } from '../catalog/source/facts.ts';
import { inFile } from '../catalog/source/place.ts';
import type { SourceFault } from '../catalog/source/source-fault.ts';
import { batches } from './pool.ts';
import type { Workshop } from './workshop.ts';

export interface CompiledSources {
  /** The names of the sources with faults. */
  failed: Set<string>;
  messages: SourceFault[];
  /** The compiled sources without faults, by name, in the order of the content. */
  sources: Map<string, CompiledSource>;
}

/** The number of sources in one job of a thread. */
const filesPerJob = 16;

/** Compiles every source. Returns the compiled ones, and the names and messages of those with faults. */
export async function compileAll(
  content: Content,
  { pool, progress, profile, baseUrl }: Workshop,
): Promise<CompiledSources> {
  const { folder, files, faulty } = content;
  const failed = new Set(faulty.map(({ name }) => name));
  const messages = faulty.map(({ name, fault }) => inFile(folder, name, fault));
  const compiled = new Map<string, CompiledSource>();
  const pieces = batches(
    files.map(({ name }) => name),
    filesPerJob,
  );
  let done = 0;
  await pool.run(
    pieces,
    names => ({ do: 'compile' as const, contentDir: folder, baseUrl, names }),
    (read, names) => {
      for (const [at, each] of read.entries()) {
        const name = names[at]!;
        if ('faults' in each) {
          failed.add(name);
          messages.push(...each.faults.map(fault => inFile(folder, name, fault)));
        } else {
          const { digest, facts, page } = each;
          compiled.set(name, { digest, facts: JSON.parse(facts) as Facts, page });
        }
      }
      done += read.length;
      progress.step('reading sources', done, files.length);
    },
  );
  // Threads answer in any order.
  const sources = new Map(
    files.flatMap(({ name }) => (compiled.has(name) ? [[name, compiled.get(name)!]] : [])),
  );
  profile.lap('reading and compiling sources');
  return { failed, messages, sources };
}
