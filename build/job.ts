/** Jobs: the parts of a build that need nothing but their own input, so that worker threads can do them. */
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import type { Fault } from '#document/fault.ts';
import { writeCompiled } from './cache.ts';
import { compile } from './compile.ts';
import { type StagedText, type StagePlace, type Staging, stageText } from './stage.ts';

/** Compiles sources, but for those whose bytes still have the digest that is known. */
export interface CompileJob {
  do: 'compile';
  contentDir: string;
  baseUrl: string;
  files: { name: string; known: string | undefined }[];
}

/** Makes the variants of pages and writes them, or takes both from the store. */
export interface StageJob extends StagePlace {
  do: 'stage';
  pages: StagedText[];
  /** The path of the store, where pages come from it. */
  store?: string;
}

export type Job = CompileJob | StageJob;

/** What a file came to: what was compiled (see `writeCompiled`), or faults; neither when the bytes have the known digest. */
export interface CompiledFile {
  digest: string;
  text?: string;
  faults?: Fault[];
}

export type ResultOf<Each extends Job> = Each extends CompileJob ? CompiledFile[] : (Staging | undefined)[];

/** Does a job. The same job gives the same result in any thread. */
export function doJob<Each extends Job>(job: Each): ResultOf<Each> {
  return (job.do === 'compile' ? compileFiles(job) : stagePages(job)) as ResultOf<Each>;
}

function stagePages({ pages, store, ...place }: StageJob): (Staging | undefined)[] {
  if (store === undefined) return pages.map(page => stageText(place, page));
  const handle = openSync(store, 'r');
  try {
    return pages.map(page => stageText(place, page, handle));
  } finally {
    closeSync(handle);
  }
}

function compileFiles({ contentDir, baseUrl, files }: CompileJob): CompiledFile[] {
  return files.map(({ name, known }) => {
    const bytes = readFileSync(join(contentDir, name));
    const digest = sha256Hex(bytes);
    if (digest === known) return { digest };
    const compilation = compile(name, bytes, baseUrl);
    return compilation.ok
      ? { digest, text: writeCompiled(compilation.compiled) }
      : { digest, faults: compilation.faults };
  });
}
