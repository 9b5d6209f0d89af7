/** The job of compiling sources. */
import { sha256Hex } from '#document/text/digest.ts';
import type { Fault } from '#document/text/fault.ts';
import { compile } from '../catalog/check/compile.ts';
import { readContentFile } from '../catalog/source/content-file.ts';
import { type CompiledTexts, writeCompiled } from './kept-source.ts';

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
    const parsed = readContentFile(contentDir, name);
    if (!parsed.ok) return { digest: '', faults: [parsed.fault] };
    const { bytes } = parsed;
    const digest = sha256Hex(bytes);
    if (digest === known) return { digest };
    const compilation = compile(name, bytes, baseUrl);
    return compilation.ok
      ? { digest, compiled: writeCompiled(compilation.compiled, digest) }
      : { digest, faults: compilation.faults };
  });
}
