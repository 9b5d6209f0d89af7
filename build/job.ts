/** Jobs: the parts of a build that need nothing but their own input, so that worker threads can do them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import { type Compilation, compile } from './compile.ts';
import { type PageText, type Staged, stageText } from './stage.ts';

/** Compiles sources, but for those whose bytes still have the digest that is known. */
export interface CompileJob {
  do: 'compile';
  contentDir: string;
  baseUrl: string;
  files: { name: string; known: string | undefined }[];
}

/** Makes the variants of pages and writes them beside their places. */
export interface StageJob {
  do: 'stage';
  dist: string;
  pages: PageText[];
}

export type Job = CompileJob | StageJob;

/** `compilation` is absent when the bytes have the known digest. */
export interface CompiledFile {
  digest: string;
  compilation?: Compilation;
}

export type ResultOf<Each extends Job> = Each extends CompileJob ? CompiledFile[] : Staged[];

/** Does a job. The same job gives the same result in any thread. */
export function doJob<Each extends Job>(job: Each): ResultOf<Each> {
  const result = job.do === 'compile' ? compileFiles(job) : job.pages.map(page => stageText(job.dist, page));
  return result as ResultOf<Each>;
}

function compileFiles({ contentDir, baseUrl, files }: CompileJob): CompiledFile[] {
  return files.map(({ name, known }) => {
    const bytes = readFileSync(join(contentDir, name));
    const digest = sha256Hex(bytes);
    return digest === known ? { digest } : { digest, compilation: compile(name, bytes, baseUrl) };
  });
}
