/** The job of compiling sources, for a worker thread. */
import { sha256Hex } from '#document/text/digest.ts';
import type { Fault } from '#document/text/fault.ts';
import { compile } from '../catalog/check/compile.ts';
import { readContentFile } from '../catalog/source/content-file.ts';

export interface CompileJob {
  do: 'compile';
  contentDir: string;
  baseUrl: string;
  names: string[];
}

/**
 * The result of compiling a file: its digest, facts and page, or its faults. The facts are JSON, since threads pass texts on
 * cheaply.
 */
export type CompiledFile =
  | { digest: string; facts: string; page: string | undefined }
  | { faults: readonly Fault[] };

/** Compiles files of the content. Returns their results in the order of `names`. */
export function compileFiles({ contentDir, baseUrl, names }: CompileJob): CompiledFile[] {
  return names.map(name => {
    const parsed = readContentFile(contentDir, name);
    if (!parsed.ok) return { faults: [parsed.fault] };
    const compilation = compile(name, parsed.bytes, baseUrl);
    if (!compilation.ok) return { faults: compilation.faults };
    const { facts, page } = compilation.compiled;
    return { digest: sha256Hex(parsed.bytes), facts: JSON.stringify(facts), page };
  });
}
