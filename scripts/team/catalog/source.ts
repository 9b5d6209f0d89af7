/** Where the files of a catalog are: a folder that a build wrote, or the address of a service or of any server of such a folder. */
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeUtf8, readDocument } from '#document/front-matter.ts';
import { get } from '../../verify/http.ts';
import { Failure } from '../failure.ts';

export interface Source {
  /** As people name it: the folder, or the address without a slash at its end. */
  name: string;
  /**
   * The bytes of a file of `dist/`; undefined when there is none.
   * @throws Failure `away` when it cannot be read
   */
  read(file: string): Promise<Buffer | undefined>;
}

/** Whether a catalog is named by its address, not by a folder. */
export const isAddress = (from: string): boolean => /^[a-z]+:\/\//i.test(from);

/** @throws Failure when it is neither a folder nor an address */
export function openSource(from: string | undefined): Source {
  if (!from)
    throw new Failure('wrongUse', 'Which catalog? Set AGENT_TOPOLOGY_URL, or add --from URL_OR_FOLDER.');
  return isAddress(from) ? siteSource(from) : folderSource(from);
}

function folderSource(folder: string): Source {
  if (!lstatSync(folder, { throwIfNoEntry: false }))
    throw new Failure('away', `There is no folder ${folder}. Check --from or AGENT_TOPOLOGY_URL.`);
  return {
    name: folder,
    read: async file => {
      const path = join(folder, file);
      // A link could lead anywhere.
      return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined;
    },
  };
}

function siteSource(from: string): Source {
  const url = from.replace(/\/$/, '');
  if (!/^https?:\/\/[^/\s@?#]+$/.test(url) || !URL.canParse(url))
    throw new Failure(
      'wrongUse',
      'The address of a catalog is like https://catalog.example.org, without a path: check --from or AGENT_TOPOLOGY_URL.',
    );
  return { name: url, read: file => download(`${url}/${file}`) };
}

async function download(url: string): Promise<Buffer | undefined> {
  const answer = await get(url).catch((error: Error) => {
    throw new Failure(
      'away',
      `${url} does not answer: ${error.message} Nothing was changed; try again later.`,
    );
  });
  if (answer.status === 200) return Buffer.from(answer.body);
  if (answer.status === 404) return undefined;
  const said = documentIn(answer.body)?.description;
  if (answer.status === 400 && said !== undefined) throw new Failure('wrongUse', String(said));
  const { location } = answer.headers;
  const where = location === undefined ? '' : ` with a redirect to ${location}, which is not followed`;
  throw new Failure('away', `${url} answers ${answer.status}${where}. Check --from or AGENT_TOPOLOGY_URL.`);
}

/** The front matter of an answer that is a document. */
function documentIn(body: Uint8Array): Record<string, unknown> | undefined {
  const decoded = decodeUtf8(body);
  const reading = decoded.ok ? readDocument(decoded.text) : decoded;
  return reading.ok ? reading.document.value : undefined;
}
