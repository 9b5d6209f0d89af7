/** Reads what several checks need: the documents, the keys and the log. */

import { keysPath, type ListedKey } from '#document/proof/document/keys.ts';
import { type LogEntry, readEntry } from '#document/proof/log/entry.ts';
import { type InspectedLog, inspectLog } from '#document/proof/log/inspect.ts';
import { decodeUtf8, readDocument, type SourceDocument } from '#document/text/front-matter.ts';
import { isSkillPath } from '#document/text/skill.ts';
import type { CheckFault } from '../support/fault.ts';
import { noteKeys, originOf, readKeys } from '../support/signed/keys.ts';
import { type Body, bodyOf, isMarkdown } from './markdown.ts';
import { logPrefix } from './named-paths.ts';
import { type Page, plainPath, type Tree } from './tree.ts';

/** A page that could be read as a document. */
export interface Document {
  page: Page;
  source: SourceDocument;
  body: Body;
}

/** The differences between a tree and the pages that were made again from its sources. */
export interface Rebuilt {
  /** The release that made the tree; undefined if it is the one that verifies. */
  otherBuilder: string | undefined;
  faults: readonly CheckFault[];
}

export interface CheckInput {
  /** The documents by path, without pages that cannot be read, which the schema check reports. */
  documents: ReadonlyMap<string, Document>;
  /** The keys as `/trust/keys.md` lists them; none when it cannot be read. */
  keys: readonly ListedKey[];
  /** The name of the log that the keys sign; undefined when none of them is the active key for a log. */
  origin: string | undefined;
  log: InspectedLog;
  /** The entries of the log, each at its index; undefined for an entry in another format. */
  entries: readonly (LogEntry | undefined)[];
  /** The result of making the pages again; absent before that, and where nothing could be read. */
  rebuilt?: Rebuilt;
}

/** Reads the facts that all checks need from the pages of a tree. */
export function readCheckInput(tree: Tree): CheckInput {
  const documents = readDocuments(tree);
  const keys = readKeys(documents.get(keysPath)?.source.value);
  const origin = originOf(tree.baseUrl, keys);
  const log = inspectLog(logFiles(tree), origin === undefined ? [] : noteKeys(origin, keys, ['active']));
  const entries = log.entries.map(bytes => readEntry(Buffer.from(bytes).toString()));
  return { documents, keys, origin, log, entries };
}

/** Tells whether a page is a document: Markdown, except for `/llms.txt` and skills, which follow other conventions. */
export const isDocument = ({ mediaType, path }: Page): boolean =>
  isMarkdown(mediaType) && path !== '/llms.txt' && !isSkillPath(path);

function readDocuments(tree: Tree): Map<string, Document> {
  const documents = new Map<string, Document>();
  for (const page of [...tree.pages.values()].filter(isDocument)) {
    const decoded = decodeUtf8(page.bytes);
    const parsed = decoded.ok ? readDocument(decoded.text) : decoded;
    if (decoded.ok && parsed.ok) {
      const { links, anchors } = bodyOf(page);
      const body = { links, anchors: new Set([...anchors, ...findingIds(parsed.document.value)]) };
      documents.set(page.path, { page, source: parsed.document, body });
    }
  }
  return documents;
}

/** Returns the ids of the findings in a research record. They are anchors of its page (content/README.md, A research record). */
function findingIds({ findings }: Record<string, unknown>): string[] {
  return Array.isArray(findings) ? findings.map(finding => String(Object(finding).id)) : [];
}

/** Returns the files of the log among the pages, by their paths below the address of the log. */
function logFiles(tree: Tree): Map<string, Uint8Array> {
  const files = [...tree.pages.values()].filter(page => plainPath(page.path).startsWith(logPrefix));
  return new Map(files.map(page => [page.path.slice(logPrefix.length), page.bytes]));
}
