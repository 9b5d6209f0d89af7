/**
 * The words whose tokens are known, kept between builds: a build that meets no new one need not load the tokenizer.
 *
 * The file is a line that tells whether the rest is as it was written for this version of the builder, then the words as JSON.
 */
import { join } from 'node:path';
import { sha256Hex } from '#document/digest.ts';
import { readIfPresent } from '../publish/staged-writer.ts';
import { cacheFolder, replaceFile } from './cache.ts';
import { type CountedWord, knownWords, learnWords, takeNewWords } from './token.ts';

const wordsPath = (dataDir: string): string => join(cacheFolder(dataDir), 'words.json');

const checkOf = (version: string, words: string): string => `${sha256Hex(`${version}\n${words}`)}\n`;

/** Learns the words of earlier builds. A damaged or foreign file is passed over. */
export function readWords(dataDir: string, version: string): void {
  const text = readIfPresent(wordsPath(dataDir)) ?? '';
  const start = text.indexOf('\n') + 1;
  const words = text.slice(start);
  if (text.slice(0, start) !== checkOf(version, words)) return;
  learnWords(JSON.parse(words) as CountedWord[]);
  takeNewWords();
}

/** Keeps the words that are known, when some of them are new. */
export function writeWords(dataDir: string, version: string): void {
  if (takeNewWords().length === 0) return;
  const words = JSON.stringify(knownWords());
  replaceFile(wordsPath(dataDir), checkOf(version, words) + words);
}
