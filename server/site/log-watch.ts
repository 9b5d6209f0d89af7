/**
 * Checks whether the transparency log of each new catalog continues the log that was served before. A build checks that too, but
 * a catalog may come from elsewhere.
 */
import { readBundle } from '#document/proof/log/bundle.ts';
import { type Checkpoint, readCheckpoint } from '#document/proof/log/checkpoint.ts';
import { leafHash, sameBytes } from '#document/proof/log/hash.ts';
import { parseNote } from '#document/proof/log/note.ts';
import { tilePath, tilesOf } from '#document/proof/log/tile.ts';
import { growTree, rootOf } from '#document/proof/log/tree.ts';
import type { Site } from './site.ts';

export class LogWatch {
  /** The checkpoint of the longest log that was served; undefined if none was. */
  #head: Checkpoint | undefined;
  /** Whether the log that is served now continues the longest log that was served before. */
  isContinued = true;

  /** Returns the number of entries in the served log. */
  get size(): number {
    return this.#head?.size ?? 0;
  }

  /** Notes the log of a site that is served from now on. Never throws: a log that cannot be read counts as not continued. */
  async note(site: Site): Promise<void> {
    const head = await headOf(site);
    this.isContinued =
      this.#head === undefined || (head !== undefined && (await continues(site, head, this.#head)));
    if (this.isContinued) this.#head = head;
  }
}

async function headOf(site: Site): Promise<Checkpoint | undefined> {
  const page = site.pages.get('/log/checkpoint');
  try {
    return page && readCheckpoint(parseNote((await page.plain()).body).text);
  } catch {
    return undefined;
  }
}

async function continues(site: Site, head: Checkpoint, before: Checkpoint): Promise<boolean> {
  if (head.size < before.size) return false;
  // A log that continues under a new name begins there with an entry about the old name, so it is longer.
  if (head.size === before.size) return head.origin === before.origin && sameBytes(head.root, before.root);
  try {
    const bundles = tilesOf(head.size)
      .filter(({ level }) => level === 'entries')
      .map(async tile => (await site.pages.get(`/log/${tilePath(tile)}`)!.plain()).body);
    const entries = (await Promise.all(bundles)).flatMap(bytes => readBundle(bytes)!);
    const tree = growTree(entries.map(leafHash));
    return sameBytes(rootOf(tree), head.root) && sameBytes(rootOf(tree, before.size), before.root);
  } catch {
    return false;
  }
}
