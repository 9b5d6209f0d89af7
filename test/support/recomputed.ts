/** The second verifier, which shares no code with this project, run on documents. */
import { temporaryFolder, write } from './folder.ts';
import { runPython } from './python.ts';

const line = /^(ok {2}|FAIL) (evidence|recommendation) (sha256:\w{64})/gm;

interface Recomputed {
  output: string;
  agreed: number;
  /** The digests of what it finds wrong. */
  wrong: Set<string>;
}

/** Lets it read documents from one folder, each under a name of its own. */
export function recomputed(texts: Iterable<string>): Recomputed {
  const folder = temporaryFolder();
  let files = 0;
  for (const text of new Set(texts)) write(folder, `${++files}.md`, text);
  const { stdout, stderr } = runPython('scripts/verify/recompute.py', folder);
  const found = [...stdout.matchAll(line)];
  return {
    output: stdout + stderr,
    agreed: found.filter(([, verdict]) => verdict!.startsWith('ok')).length,
    wrong: new Set(found.filter(([, verdict]) => verdict === 'FAIL').map(([, , , digest]) => digest!)),
  };
}
