// Files with code that the launcher keeps. They are run, so each is in a folder where only this user may write, and begins with a
// digest that binds it to what it was made from.
const { createHash } = require('node:crypto');
const {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { dirname } = require('node:path');
const { threadId } = require('node:worker_threads');

/** Bytes of a digest. */
const digestSize = 32;
const writableByOthers = 0o022;
/** In a folder with this bit, such as `/tmp`, each user can replace only what is its own. */
const sticky = 0o1000;

/** Whether a file or folder belongs to this user or to root. Windows has no such owners. */
const isOurs = ({ uid }) => process.getuid === undefined || uid === 0 || uid === process.getuid();
const isClosed = ({ mode }) => process.getuid === undefined || (mode & writableByOthers) === 0;

/**
 * Makes sure that only this user (or root) may write in a folder, and that nobody else can replace it or a folder above it.
 * @param mayMake whether it is made, for this user alone, when it is missing
 * @returns what is wrong and what to do about it, or undefined
 */
function whyNotPrivate(folder, mayMake) {
  try {
    if (mayMake) mkdirSync(folder, { recursive: true, mode: 0o700 });
    const real = realpathSync(folder);
    for (let each = real, below; each !== below; below = each, each = dirname(each)) {
      const state = statSync(each);
      if (!state.isDirectory()) return `${each} is no folder`;
      if (!isOurs(state)) return `${each} belongs to another user`;
      const isShared = each !== real && (state.mode & sticky) !== 0;
      if (!isShared && !isClosed(state)) return `others may write in ${each}; run \`chmod go-w ${each}\``;
    }
    return undefined;
  } catch (error) {
    return `${folder} cannot be used (${error.code})`;
  }
}

/** The digest of some contents, bound to what they were made from. */
const digestOf = (source, contents) => createHash('sha256').update(`${source}\n`).update(contents).digest();

/**
 * Reads a file that `writeKept` wrote.
 * @param source what it must have been made from
 * @returns its contents; undefined when it is missing, damaged, made from something else, or others could have written it
 */
function readKept(file, source) {
  let handle;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const state = fstatSync(handle);
    if (!state.isFile() || !isOurs(state) || !isClosed(state)) return undefined;
    const bytes = readFileSync(handle);
    const contents = bytes.subarray(digestSize);
    return digestOf(source, contents).equals(bytes.subarray(0, digestSize)) ? contents : undefined;
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Puts a file in place whole, so that several processes may do so at once. */
function writeKept(file, source, contents) {
  const staged = `${file}.${process.pid}.${threadId}`;
  writeFileSync(staged, Buffer.concat([digestOf(source, contents), contents]), { mode: 0o600 });
  renameSync(staged, file);
}

module.exports = { readKept, whyNotPrivate, writeKept };
