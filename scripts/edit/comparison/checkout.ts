/** Reads the source of a comparison on this machine: a checkout, or a git directory without one. Nothing in it is executed. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { sha256Hex } from '#document/text/digest.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import type { ComparisonFields } from '../../../build/document/comparison/compute.ts';

type Source = ComparisonFields['sources'][number];

/** An error for a checkout that cannot be used. Its message says why. */
export class CheckoutError extends Error {}

/** The largest file that is read, in bytes. */
const maxFile = 256 * 1024 * 1024;

/**
 * Reads the files of a source, each checked against its length and digest.
 * @param folder the checkout of its commit
 * @returns a function that reads the text of a file by its path; it throws CheckoutError when the file is missing or has another digest
 * @throws CheckoutError when the checkout is of another commit
 */
export function openCheckout(folder: string, source: Source): (path: string) => string {
  const read = readerOf(folder, source.commit);
  const files = new Map(source.files.map(file => [file.path, file]));
  return path => {
    const file = files.get(path);
    if (!file) throw new CheckoutError(`The document does not list the file ${path}.`);
    if (file.size_bytes > maxFile) throw new CheckoutError(`${path} is larger than ${maxFile} bytes.`);
    const bytes = read(path, file.size_bytes);
    if (!bytes) throw new CheckoutError(`${path} is missing in ${folder}.`);
    if (bytes.length !== file.size_bytes)
      throw new CheckoutError(
        `${path} has ${bytes.length} bytes, but the document states ${file.size_bytes}.`,
      );
    const digest = sha256Hex(bytes);
    if (digest !== file.sha256)
      throw new CheckoutError(`${path} has the SHA-256 ${digest}, but the document states ${file.sha256}.`);
    return bytes.toString('utf8');
  };
}

type Read = (path: string, size: number) => Buffer | undefined;

function readerOf(folder: string, commit: string): Read {
  if (!existsSync(folder)) throw new CheckoutError(`There is no folder ${folder}. Check --source.`);
  const isBare = existsSync(join(folder, 'HEAD')) && existsSync(join(folder, 'objects'));
  const head = headOf(isBare ? folder : join(folder, '.git'));
  if (head !== undefined && head !== commit) {
    const next = isBare ? 'Give a copy of that commit.' : `Run \`git checkout ${commit}\` there.`;
    throw new CheckoutError(
      `${folder} is at the commit ${head}, but the document was made from ${commit}. ${next}`,
    );
  }
  return isBare ? fromGit(folder, commit) : fromFiles(folder);
}

/** Returns the commit that a git directory is at; undefined if there is no git directory, as in an unpacked archive. */
function headOf(directory: string): string | undefined {
  const text = (name: string) => {
    const file = join(directory, name);
    return existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8') : undefined;
  };
  const head = text('HEAD')?.trim();
  const [, ref] = /^ref: (refs\/[\w./-]{1,200})$/.exec(head ?? '') ?? [];
  if (ref === undefined) return head;
  if (ref.split('/').includes('..')) return undefined;
  const packed = text('packed-refs')
    ?.split('\n')
    .find(line => line.slice(41) === ref);
  return text(ref)?.trim() ?? packed?.slice(0, 40);
}

function fromFiles(folder: string): Read {
  const root = realpathSync(folder);
  return (path, size) => {
    const file = join(root, path);
    if (!existsSync(file)) return undefined;
    const real = realpathSync(file);
    if (!real.startsWith(root + sep)) throw new CheckoutError(`${path} leads out of ${folder}.`);
    const state = statSync(real);
    if (!state.isFile()) return undefined;
    if (state.size !== size)
      throw new CheckoutError(`${path} has ${state.size} bytes, but the document states ${size}.`);
    return readFileSync(real);
  };
}

/**
 * Returns a function that reads files from the objects of a commit. It fetches nothing, and runs nothing that the directory
 * configures.
 */
function fromGit(folder: string, commit: string): Read {
  const settings = [
    '-c',
    'protocol.allow=never',
    '-c',
    'core.fsmonitor=false',
    '-c',
    'core.hooksPath=/dev/null',
  ];
  return path => {
    const words = [...settings, `--git-dir=${folder}`, 'cat-file', 'blob', `${commit}:${path}`];
    const env = {
      PATH: process.env.PATH,
      GIT_NO_LAZY_FETCH: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
    };
    return unlessThrown(() =>
      execFileSync('git', words, { env, maxBuffer: maxFile, stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  };
}
