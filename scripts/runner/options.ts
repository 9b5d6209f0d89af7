/** The options that both commands of the reference runner have: how often a lease is renewed, and where locks are read. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { digestField, sha256Hex } from '#document/digest.ts';
import type { Client } from './client.ts';

/** @throws InvalidArgumentError unless it is a time within which a lease of 60 seconds can be renewed */
export function readHeartbeat(text: string): number {
  const value = Number(text);
  if (value > 0 && value < 60) return value;
  throw new InvalidArgumentError('Expected a number of seconds below 60.');
}

/**
 * Reads execution locks by their digest: from a folder that holds the bytes which were registered, else from the service.
 * @returns a function that gives the text of a lock, or undefined when it cannot be read
 */
export function lockReader(
  client: Client,
  folder: string | undefined,
): (digest: string) => Promise<string | undefined> {
  const known = locksIn(folder);
  return async digest => {
    const found = known.get(digest);
    if (found !== undefined) return found;
    const answer = await client.get(`artifacts/sha256/${digest.replace('sha256:', '')}.md`);
    if (answer.status !== 200) return undefined;
    known.set(digest, answer.text);
    return answer.text;
  };
}

function locksIn(folder: string | undefined): Map<string, string> {
  if (folder === undefined || !existsSync(folder)) return new Map();
  const texts = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'));
  return new Map(texts.map(text => [digestField(sha256Hex(text)), text]));
}
