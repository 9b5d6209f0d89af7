/** Paths with placeholders: none leads out of the folder that the person named (docs/run-isolation.md#2). */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { fill, type Placeholders, placeholderAt } from './command.ts';

/**
 * Fills in a path. What is filled in was received, so the path must stay in the folder before its first placeholder, links
 * included.
 * @param template absolute
 * @throws Error when it leads elsewhere
 */
export function placeOf(template: string, values: Placeholders): string {
  const at = placeholderAt(template);
  const [path] = fill([template], values) as [string];
  if (at === -1) return path;
  const folder = dirname(`${template.slice(0, at)}x`);
  if (!isWithin(resolve(path), folder)) throw leadsOut(path, folder);
  if (existsSync(path) && !isWithin(realpathSync(path), realpathSync(folder))) throw leadsOut(path, folder);
  return path;
}

export const isWithin = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

const leadsOut = (path: string, folder: string): Error =>
  new Error(`${path} leads out of ${folder}. Name the folder itself, or replace the link in it.`);
