/** Names the sources in what programs say of lines of their bundles: only what fails pays for reading a map. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { basename, dirname, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/**
 * Passes lines on, and replaces each place in a bundle of a folder (`…/folder/name.mjs:1:20`) by that in its source.
 * @returns when all was written
 */
export async function nameSources(from: Readable, to: Writable, folder: string): Promise<void> {
  const name = basename(folder).replaceAll(/[.+]/g, '\\$&');
  const place = new RegExp(`(?:file://)?([^\\s()'"]*${name}/[\\w./-]+\\.mjs):(\\d+):(\\d+)`, 'g');
  const maps = new Map<string, SourceMap | undefined>();
  for await (const line of createInterface({ input: from, crlfDelay: Infinity })) {
    const named = line.replaceAll(place, (all, bundle: string, row: string, column: string) => {
      const file = resolve(bundle);
      if (!maps.has(file)) maps.set(file, mapOf(file));
      return sourceOf(file, maps.get(file), Number(row), Number(column)) ?? all;
    });
    if (!to.write(`${named}\n`)) await once(to, 'drain');
  }
}

function mapOf(bundle: string): SourceMap | undefined {
  const file = `${bundle}.map`;
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

function sourceOf(
  bundle: string,
  map: SourceMap | undefined,
  row: number,
  column: number,
): string | undefined {
  const entry = map?.findEntry(row - 1, column - 1);
  if (!entry || !('originalSource' in entry)) return undefined;
  const source = relative('.', resolve(dirname(bundle), entry.originalSource));
  return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}
