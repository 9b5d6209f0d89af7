/** The second verifier of evidence and its test vectors, which need no code of this project (docs/evidence.md#18). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DiscoveryFile, json } from './service.ts';

const folder = join(import.meta.dirname, '../../../scripts/verify');

export const recomputePaths = ['/docs/recompute.py', '/docs/vectors/evidence.json'] as const;

export function recomputeFiles(): DiscoveryFile[] {
  const [program, vectors] = recomputePaths;
  return [
    {
      paths: [program],
      mediaType: 'text/x-python; charset=utf-8',
      text: readFileSync(join(folder, 'recompute.py'), 'utf8'),
    },
    { paths: [vectors], mediaType: json, text: readFileSync(join(folder, 'vectors.json'), 'utf8') },
  ];
}
