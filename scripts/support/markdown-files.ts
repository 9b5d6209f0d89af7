/** Finds the files that people name, by themselves or by their folder. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the Markdown files in a folder, in the order of their names; for a path of anything else, the path itself. */
export function markdownFiles(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const names = readdirSync(path).filter(name => name.endsWith('.md'));
  return names.sort().map(name => join(path, name));
}
