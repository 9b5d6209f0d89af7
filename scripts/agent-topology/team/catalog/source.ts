/**
 * Reads the files of a catalog: from a folder that a build wrote, or from the address of a service or of any server of such a
 * folder.
 */
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isServiceAddress } from '../../../support/client/address.ts';
import { readRefusal } from '../../../support/client/document.ts';
import { BadAnswer } from '../../../support/client/error.ts';
import { insist } from '../../../support/client/insist.ts';
import { away, failed, wrongUse } from '../../../support/failure.ts';
import { excerpt } from '../../../support/harmless.ts';

export interface Source {
  /** The name of the catalog for people: its folder, or its address without a slash at the end. */
  name: string;
  /** Whether the catalog is read from an address rather than a folder. */
  isService: boolean;
  /**
   * Returns the bytes of a file of `dist/`; undefined if there is none.
   * @param maxBytes the most bytes that it may have
   * @throws Failure `away` when it cannot be read, `failed` when it is refused
   */
  read(file: string, maxBytes: number): Promise<Buffer | undefined>;
}

/** Tells whether a text names a catalog by its address rather than its folder. */
export const isAddress = (from: string): boolean => /^[a-z]+:\/\//i.test(from);

/**
 * Opens a catalog by its folder or address.
 * @throws Failure when none is named, or the address is not that of a service
 */
export function openSource(from: string | undefined): Source {
  if (!from)
    throw wrongUse(
      'Which catalog? Add --from URL_OR_FOLDER, such as --from http://localhost:8080, or set AGENT_TOPOLOGY_URL.',
    );
  return isAddress(from) ? siteSource(from) : folderSource(from);
}

function folderSource(folder: string): Source {
  if (!lstatSync(folder, { throwIfNoEntry: false }))
    throw away(`There is no folder ${folder}. Check --from or AGENT_TOPOLOGY_URL.`);
  return {
    name: folder,
    isService: false,
    read: async (file, maxBytes) => {
      const path = join(folder, file);
      // A link could lead anywhere.
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (!found?.isFile()) return undefined;
      if (found.size <= maxBytes) return readFileSync(path);
      throw failed(`${path} has ${found.size} bytes, more than the ${maxBytes} that it may have.`);
    },
  };
}

function siteSource(from: string): Source {
  const url = from.replace(/\/$/, '');
  if (!isServiceAddress(url))
    throw wrongUse(
      'The address of a catalog looks like https://catalog.example.org, without a path. Check --from or AGENT_TOPOLOGY_URL.',
    );
  return { name: url, isService: true, read: (file, maxBytes) => download(`${url}/${file}`, maxBytes) };
}

/**
 * Downloads a file; undefined if there is none.
 * @throws Failure `failed` when the answer is refused, `away` without an answer
 */
async function download(url: string, maxBytes: number): Promise<Buffer | undefined> {
  const answer = await insist(url, { maxBytes }, { tries: 5 }).catch((error: Error) => {
    if (error instanceof BadAnswer)
      throw failed(`The answer of ${url} is refused. ${error.message} Nothing was changed.`);
    throw away(`${url} does not answer: ${error.message} Nothing was changed; try again later.`);
  });
  if (answer.status === 200) return answer.body;
  if (answer.status === 404) return undefined;
  const said = readRefusal(answer.body);
  if (answer.status === 400 && said?.description !== undefined) throw wrongUse(said.description);
  const { location } = answer.headers;
  const where =
    location === undefined ? '' : ` with a redirect to ${excerpt(location)}, which is not followed`;
  throw away(`${url} answers ${answer.status}${where}. Check --from or AGENT_TOPOLOGY_URL.`);
}
