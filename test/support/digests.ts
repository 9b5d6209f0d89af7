/** A tree as the digests of its files, to compare two of them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every file of a folder with the digest of its bytes. */
export function digestsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  const named = files.map(({ parentPath, name }): [string, string] => {
    const path = join(parentPath, name);
    return [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')];
  });
  return Object.fromEntries(named.sort());
}
