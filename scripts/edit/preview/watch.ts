/** Watches a folder and all below it. What a file system does not tell is found by looking again every second. */
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Programs save in several steps: everything within this many milliseconds is one change. */
const settleMilliseconds = 15;
const lookMilliseconds = 1000;

interface Watch {
  close(): void;
}

/**
 * Calls `look` soon after anything changed, and every second.
 * @param look finds out what changed; it may find that nothing did
 */
export function watchFolder(folder: string, look: () => void): Watch {
  const watchers = new Map<string, FSWatcher>();
  let settling: NodeJS.Timeout | undefined;
  const change = () => {
    settling ??= setTimeout(() => {
      settling = undefined;
      look();
      follow();
    }, settleMilliseconds);
  };
  const follow = () => {
    const folders = new Set(foldersIn(folder));
    for (const [path, watcher] of watchers) {
      if (folders.has(path)) continue;
      watcher.close();
      watchers.delete(path);
    }
    for (const path of folders) if (!watchers.has(path)) begin(path);
  };
  const begin = (path: string) => {
    try {
      const watcher = watch(path, change);
      watchers.set(path, watcher);
      watcher.on('error', () => watchers.delete(path) && watcher.close());
    } catch {
      // It is already gone, or the system cannot watch more folders.
    }
  };
  follow();
  const looking = setInterval(look, lookMilliseconds);
  return {
    close: () => {
      clearTimeout(settling);
      clearInterval(looking);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/** A folder and those below it. A folder that disappears meanwhile is left out. */
function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const folders = entries.filter(entry => entry.isDirectory());
    return [folder, ...folders.map(({ parentPath, name }) => join(parentPath, name))];
  } catch {
    return [folder];
  }
}
