/** Checks that every document follows the schema of its kind, and is of the kind that its address requires. */

import { artifactStatus } from '#document/kind/artifact-status.ts';
import { type Kind, publishedSchema } from '#document/kind/kind.ts';
import { signatureReceipt } from '#document/kind/signature-receipt.ts';
import { signingKeys } from '#document/kind/signing-keys.ts';
import { publicKinds } from '#document/message/index.ts';
import { decodeUtf8, readDocument } from '#document/text/front-matter.ts';
import { unlessThrown } from '#document/text/unless-thrown.ts';
import { validate } from '#document/text/validate.ts';
import type { CheckFault } from '../../support/fault.ts';
import { type CheckInput, type Document, isDocument } from '../check-input.ts';
import { isMarkdown } from '../markdown.ts';
import { type Page, plainPath, type Tree, textOf } from '../tree.ts';
import type { Check } from './check.ts';

const trustKinds = [artifactStatus, signatureReceipt, signingKeys] as unknown as readonly Kind[];
const kinds = new Map([...publicKinds, ...trustKinds].map(kind => [kind.kind, kind]));

export const schemaCheck: Check = {
  name: 'schemas',
  help: 'Correct the source of the page, or the release that wrote it, and build again.',
  run: (tree, evidence) => [...tree.pages.values()].flatMap(page => checkPage(tree, evidence, page)),
};

function checkPage(tree: Tree, { documents }: CheckInput, page: Page): CheckFault[] {
  if (/\bjson\b/.test(page.mediaType)) return checkJson(page);
  if (!isDocument(page)) return isMisnamed(page) ? [notMarkdown(page)] : [];
  const document = documents.get(page.path);
  if (document === undefined) return unreadable(page);
  return [...checkFields(document), ...checkAddress(document, tree.baseUrl)];
}

const isMisnamed = ({ path, mediaType }: Page): boolean =>
  plainPath(path).endsWith('.md') && !isMarkdown(mediaType);

const notMarkdown = ({ where, mediaType }: Page): CheckFault => ({
  where,
  message: `The media type is ${mediaType || 'absent'}, but a document is text/markdown.`,
});

function checkJson(page: Page): CheckFault[] {
  const value = unlessThrown(() => JSON.parse(textOf(page)));
  return value === undefined ? [{ where: page.where, message: 'It is not JSON.' }] : [];
}

/** Returns the faults that the parser finds in a page that is not a document. */
function unreadable({ bytes, where }: Page): CheckFault[] {
  const decoded = decodeUtf8(bytes);
  const parsed = decoded.ok ? readDocument(decoded.text) : decoded;
  if (parsed.ok) return [];
  return parsed.faults.map(({ line, message }) => ({ where, message: `Line ${line}: ${message}` }));
}

function checkFields({ page: { where }, source }: Document): CheckFault[] {
  const kind = kinds.get(String(source.value.kind));
  if (kind === undefined) return [{ where, message: `Unknown kind \`${String(source.value.kind)}\`.` }];
  const result = validate(publishedSchema(kind), source);
  if (result.ok) return [];
  return result.faults.map(({ line, message }) => ({ where, message: `Line ${line}: ${message}` }));
}

/** Checks that a page states its own address. */
function checkAddress({ page, source: { value } }: Document, baseUrl: string): CheckFault[] {
  const faults: CheckFault[] = [];
  const fault = (message: string) => faults.push({ where: page.where, message });
  // A copy at another name is the page that the manifest says, and that names itself.
  if (value.canonical_url === undefined || (page.entry?.same_as ?? page.path) !== page.path) return [];
  if (value.path !== page.path && value.path !== plainPath(page.path))
    fault(`\`path\` is ${String(value.path)}, but it is served at ${page.path}.`);
  if (plainPath(String(value.canonical_url)) !== baseUrl + plainPath(page.path)) {
    fault(`\`canonical_url\` is ${String(value.canonical_url)}, which is not its address.`);
  }
  return faults;
}
