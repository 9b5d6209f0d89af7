/** The job of compiling sources. */
import { sha256Hex } from '#document/digest.ts';
import type { Fault } from '#document/fault.ts';
import { type CompiledTexts, writeCompiled } from '../keep/source.ts';
import { compile } from '../source/compile.ts';
import { readContentFile } from '../source/content-file.ts';

/** Compiles sources, except those whose bytes still have the known digest. */
export interface CompileJob {
  do: 'compile';
  contentDir: string;
  baseUrl: string;
  files: { name: string; known: string | undefined }[];
}

/** The outcome of a file: what was compiled, or faults; neither if the bytes have the known digest. */
export interface CompiledFile {
  digest: string;
  compiled?: CompiledTexts;
  faults?: Fault[];
}

export function compileFiles({ contentDir, baseUrl, files }: CompileJob): CompiledFile[] {
  return files.map(({ name, known }) => {
    const reading = readContentFile(contentDir, name);
    if (!reading.ok) return { digest: '', faults: [reading.fault] };
    const { bytes } = reading;
    const digest = sha256Hex(bytes);
    if (digest === known) return { digest };
    const compilation = compile(name, bytes, baseUrl);
    return compilation.ok
      ? { digest, compiled: writeCompiled(compilation.compiled, digest) }
      : { digest, faults: compilation.faults };
  });
}
