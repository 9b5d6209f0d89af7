/**
 * A folder that no path leads out of. Paths come from models and from works that strangers wrote. A symbolic link is never followed,
 * in whatever part of a path it is, also when it was put there a moment ago.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** Something that a caller may be told and may correct. The message is a sentence. */
export class Refused extends Error {
  override name = 'Refused';
}

/** Bytes that a file may have. */
const mostBytes = 4 * 1024 * 1024;

/** Names that a listing or a search returns at most. */
const mostNames = 2000;

/** Where an open folder is reached by its number, so that nobody can put another in its place (Linux). */
const byNumber = existsSync('/proc/self/fd') ? '/proc/self/fd' : undefined;

/** An open folder, and where it was opened. */
interface Opened {
  fd: number;
  path: string;
}

/** The parts of a path below a folder. @throws Refused for a path that leads out, or into what belongs to git */
export function partsOf(path: string): string[] {
  const refuse = (why: string): never => {
    throw new Refused(`The path ${JSON.stringify(path.slice(0, 200))} ${why}`);
  };
  if (path.length > 1000 || /\p{Cc}/u.test(path)) refuse('is too long or has a control character.');
  if (isAbsolute(path) || /^[a-z]:|\\/i.test(path)) refuse('is not relative to the folder, with / alone.');
  const parts = path.split('/').filter(part => part !== '' && part !== '.');
  if (parts.includes('..')) refuse('leads out of the folder.');
  // Its configuration and hooks are programs that git runs.
  if (parts.some(part => /^\.git[. ]*$|^git~\d+$/i.test(part)))
    refuse('belongs to git, which is out of reach.');
  return parts;
}

// `join` would take away a `.` at the end, and leave the link that stands for the number.
const nameIn = ({ fd, path }: Opened, name: string): string =>
  byNumber === undefined ? join(path, name) : `${byNumber}/${fd}/${name}`;

/** Opens something without following a link, and checks that it is where it seems to be. */
function open(folder: Opened, name: string, flags: number): Opened {
  const path = join(folder.path, name);
  try {
    if (lstatSync(nameIn(folder, name)).isSymbolicLink()) throw new Refused(`${name} is a symbolic link.`);
    // O_NOFOLLOW and O_NONBLOCK are missing on Windows.
    const safe = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const fd = openSync(nameIn(folder, name), flags | safe);
    if (byNumber === undefined && !isAt(fd, path)) {
      closeSync(fd);
      throw new Refused(`${name} was replaced while it was opened.`);
    }
    return { fd, path };
  } catch (error) {
    throw inWords(error, name);
  }
}

/** Whether an open file is the one at a path, which is reached without any link. */
function isAt(fd: number, path: string): boolean {
  const [open, named] = [fstatSync(fd), lstatSync(path)];
  return open.ino === named.ino && open.dev === named.dev && realpathSync(path) === path;
}

function inWords(error: unknown, name: string): unknown {
  const words: Record<string, string> = {
    ENOENT: 'does not exist',
    ENOTDIR: 'is no folder',
    EISDIR: 'is a folder',
    ELOOP: 'is a symbolic link',
    EACCES: 'may not be opened',
    ENXIO: 'is no plain file',
  };
  const said = words[(error as NodeJS.ErrnoException).code ?? ''];
  return said === undefined ? error : new Refused(`${name} ${said}.`);
}

/** Does something in the folder that holds a path. @param make whether folders that are missing are made */
function within<Value>(
  root: string,
  path: string,
  make: boolean,
  act: (folder: Opened, name: string) => Value,
): Value {
  const parts = partsOf(path);
  const name = parts.pop() ?? '.';
  const start = realpathSync(root);
  let folder: Opened = { fd: openSync(start, constants.O_RDONLY), path: start };
  try {
    for (const part of parts) {
      if (make) mkdirIn(folder, part);
      const next = open(folder, part, constants.O_RDONLY);
      closeSync(folder.fd);
      folder = next;
      if (!fstatSync(folder.fd).isDirectory()) throw new Refused(`${part} is no folder.`);
    }
    return act(folder, name);
  } finally {
    closeSync(folder.fd);
  }
}

function mkdirIn(folder: Opened, name: string): void {
  try {
    mkdirSync(nameIn(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * The text of a file.
 * @throws Refused when it cannot be read, is no plain file of UTF-8, or has more than 4 MiB
 */
export const readIn = (root: string, path: string): string =>
  within(root, path, false, (folder, name) => {
    const { fd } = open(folder, name, constants.O_RDONLY);
    try {
      const found = fstatSync(fd);
      if (!found.isFile()) throw new Refused(`${path} is no plain file.`);
      if (found.size > mostBytes) throw new Refused(`${path} has more than ${mostBytes} bytes.`);
      return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(fd));
    } catch (error) {
      if (error instanceof TypeError) throw new Refused(`${path} is no text of UTF-8.`);
      throw error;
    } finally {
      closeSync(fd);
    }
  });

/**
 * Writes a file whole, in the place of the one that was there; folders that are missing are made.
 * @throws Refused when the place is no plain file, or the text has more than 4 MiB
 */
export function writeIn(root: string, path: string, text: string): void {
  if (Buffer.byteLength(text) > mostBytes) throw new Refused(`The text has more than ${mostBytes} bytes.`);
  within(root, path, true, (folder, name) => {
    const former = lstatSync(nameIn(folder, name), { throwIfNoEntry: false });
    if (name === '.' || (former && !former.isFile())) throw new Refused(`${path} is no plain file.`);
    const draft = nameIn(folder, `.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`);
    const fd = openSync(draft, 'wx', former ? former.mode & 0o777 : 0o666);
    try {
      writeFileSync(fd, text);
      fsyncSync(fd);
      // Puts the new file in the place of a link, and never writes through one.
      renameSync(draft, nameIn(folder, name));
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    } finally {
      closeSync(fd);
    }
  });
}

/** The names in a folder, folders with a `/` at their end; links and other special files are left out. */
export const listIn = (root: string, path: string): string[] =>
  within(root, path, false, (folder, name) => {
    const inner = open(folder, name, constants.O_RDONLY);
    try {
      if (!fstatSync(inner.fd).isDirectory()) throw new Refused(`${path} is no folder.`);
      const at = byNumber === undefined ? inner.path : `${byNumber}/${inner.fd}`;
      return readdirSync(at, { withFileTypes: true })
        .filter(entry => (entry.isFile() || entry.isDirectory()) && !/^\.git$/i.test(entry.name))
        .map(entry => `${entry.name}${entry.isDirectory() ? '/' : ''}`)
        .sort()
        .slice(0, mostNames);
    } finally {
      closeSync(inner.fd);
    }
  });

/** The lines of files below a folder that hold some words, as `path:line: text`. Dependencies are left out. */
export function searchIn(root: string, words: string, path = '.'): string[] {
  if (words.trim() === '') throw new Refused('The words to search for are empty.');
  const wanted = words.toLowerCase();
  const found: string[] = [];
  const folders = [partsOf(path).join('/')];
  for (const folder of folders) {
    if (found.length >= mostNames / 10 || folders.length > mostNames) break;
    for (const name of listIn(root, folder)) {
      const each = folder === '' ? name : `${folder}/${name}`;
      if (name === 'node_modules/') continue;
      if (name.endsWith('/')) folders.push(each.slice(0, -1));
      else found.push(...linesWith(root, each, wanted));
    }
  }
  return found.slice(0, mostNames / 10);
}

function linesWith(root: string, path: string, wanted: string): string[] {
  try {
    const lines = readIn(root, path).split('\n');
    return lines.flatMap((line, at) =>
      line.toLowerCase().includes(wanted) ? [`${path}:${at + 1}: ${line.slice(0, 300)}`] : [],
    );
  } catch (error) {
    // Pictures, links and what is too long are not searched.
    if (error instanceof Refused) return [];
    throw error;
  }
}
