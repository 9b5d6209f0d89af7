/** Checks the rights of this process to files. */
import { accessSync } from 'node:fs';

/**
 * Tells whether this process may use a file or folder.
 * @param mode the rights to check, as `constants` in `node:fs` names them
 */
export function isAccessible(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
