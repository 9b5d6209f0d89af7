/**
 * `GET /agent-topology.tgz` and its digest: the packed command, so that nobody needs a package registry for it
 * (docs/command.md#1).
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { commandPaths } from '#document/message/door.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { Refusal } from '../support/refusal.ts';
import type { CommandPackage } from './context.ts';
import type { Handler } from './dispatch.ts';
import { answerBytes } from './proof.ts';

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?')[0]!;

export const isCommandPackage = (request: IncomingMessage): boolean =>
  (Object.values(commandPaths) as string[]).includes(pathOf(request));

/**
 * Makes the function that returns the packed command. It reads the file at the first call, and returns undefined if this
 * installation has none.
 */
export function commandPackageAt(file: string): () => CommandPackage | undefined {
  let read: { found: CommandPackage | undefined } | undefined;
  return () => {
    read ??= { found: readPackage(file) };
    return read.found;
  };
}

function readPackage(file: string): CommandPackage | undefined {
  const bytes = unlessThrown(() => readFileSync(file));
  return bytes && { bytes, digest: sha256Hex(bytes) };
}

/**
 * Answers with the packed command or with its digest.
 * @throws Refusal `not_found` if this installation was built without the command
 */
export const answerCommandPackage: Handler = (request, response, context) => {
  const found = context.commandPackage();
  if (!found)
    throw new Refusal(
      'not_found',
      'This installation has no packed command. Its operator makes one with `npm ci` and `npm run build`.',
    );
  const isArchive = pathOf(request) === commandPaths.archive;
  const bytes = isArchive ? found.bytes : Buffer.from(`${found.digest}  ${commandPaths.archive.slice(1)}\n`);
  const digest = isArchive ? found.digest : sha256Hex(bytes);
  const type = isArchive ? 'application/gzip' : 'text/plain; charset=utf-8';
  answerBytes(request, response, context, { bytes, digest, type });
};
