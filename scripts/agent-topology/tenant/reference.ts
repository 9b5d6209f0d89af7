/**
 * Reads documents that name each other by file. Where a document needs a digest, it may have `file:NAME.md` instead, which stands
 * for the digest of that file as it is sent. So a lock, its formation and the plan can be written before anything is registered.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { decodeUtf8, readDocument } from '#document/text/front-matter.ts';
import { Failure, wrongUse } from '../../support/failure.ts';

/** A document to send. */
export interface Draft {
  /** The file, as the user named it. */
  file: string;
  /** The text of the document, with digests in place of references. */
  text: string;
  /** The kind in the front matter; undefined if it states none. */
  kind: string | undefined;
  /** The digest of the text: `sha256:` and hexadecimal digits. */
  digest: string;
  /** The files that the document names, each before the files that name it. */
  names: readonly string[];
}

const reference = /\bfile:([^\s,\]}"']+)/g;

/**
 * Reads a file and all files that it names.
 * @throws Failure that names the file, when it cannot be read, is not a document, or names itself
 */
export const readDraft = (file: string): Draft => resolveDraft(resolve(file), file, []);

function resolveDraft(path: string, shown: string, within: readonly string[]): Draft {
  if (within.includes(path)) throw wrongUse(`${shown} names itself by \`file:\`. Name another file.`);
  const given = readText(path, shown);
  const end = given.indexOf('\n---', 3);
  const names: string[] = [];
  const head = given.slice(0, end).replaceAll(reference, (_, name: string) => {
    const named = join(dirname(shown), name);
    const draft = resolveDraft(resolve(dirname(path), name), named, [...within, path]);
    names.push(...draft.names, named);
    return digestField(sha256Hex(draft.text));
  });
  const text = head + given.slice(end);
  const parsed = readDocument(text);
  if (!parsed.ok) {
    const { message, help, line } = parsed.faults[0]!;
    throw wrongUse(`${shown}:${line}: ${message} ${help}`);
  }
  const { kind } = parsed.document.value;
  return { file: shown, text, kind: kind as string | undefined, digest: digestField(sha256Hex(text)), names };
}

function readText(path: string, shown: string): string {
  try {
    const decoded = decodeUtf8(readFileSync(path));
    if (decoded.ok) return decoded.text;
    throw wrongUse(`${shown}: ${decoded.faults[0]!.message} ${decoded.faults[0]!.help}`);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw wrongUse(`${shown} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/**
 * Returns a digest unchanged, and for a file the digest of its document.
 * @throws Failure when there is no such file
 */
export const digestOrFile = (text: string): string =>
  /^sha256:[0-9a-f]{64}$/.test(text) ? text : readDraft(text).digest;
