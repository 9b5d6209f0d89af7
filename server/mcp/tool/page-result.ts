/** The result of a tool that reads a page: the unchanged document, its ticket if there is one, and how to read the rest. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ServedPage } from '../../site/page.ts';
import type { Call } from '../context.ts';
import { isText, mimeOf } from '../media-type.ts';
import { ToolError } from './tool.ts';

type Item = CallToolResult['content'][number];

/** The most bytes of a document in one answer. Clients cut off longer answers, so a longer document is sent in parts. */
export const maxPartBytes = 40 * 1024;

/**
 * Returns the result for a page, or for the part of it that begins at an offset in bytes.
 * @throws ToolError for an offset beyond the end
 */
export async function pageResult(page: ServedPage, offset: number, call: Call): Promise<CallToolResult> {
  const { entry } = page;
  const { body } = await page.plain();
  if (offset > 0 && offset >= body.length) {
    throw new ToolError(
      `The offset is past the end, because the document has ${body.length} bytes. Use a smaller offset.`,
    );
  }
  const isOfText = isText(entry);
  const start = isOfText ? boundary(body, offset) : offset;
  const last = Math.min(start + maxPartBytes, body.length);
  const end = isOfText ? boundary(body, last) : last;
  const note = start > 0 || end < body.length ? [textItem(partNote(start, end, body.length))] : [];
  if (!isOfText) return { content: [bytesItem(page, body.subarray(start, end), call), ...note] };
  // Only the first part of a page comes with a ticket; further parts belong to the same reading.
  const issued = offset === 0 ? await call.context.tickets.issue(call.reader, entry) : undefined;
  const content = [textItem(body.toString('utf8', start, end))];
  if (issued)
    content.push(textItem(`use_ticket: ${issued.ticket}\nexpires: ${issued.expires}\ntool: report_outcome`));
  return { content: [...content, ...note] };
}

const textItem = (text: string): Item => ({ type: 'text', text });

/** Returns the item of a result for bytes that are not text, such as a tile of the log. */
const bytesItem = ({ entry }: ServedPage, bytes: Buffer, { context }: Call): Item => ({
  type: 'resource',
  resource: {
    uri: context.site().baseUrl + entry.path,
    mimeType: mimeOf(entry),
    blob: bytes.toString('base64'),
  },
});

/** Returns the nearest offset, in bytes, at or before a given one at which a character begins. */
function boundary(bytes: Buffer, offset: number): number {
  let at = offset;
  while (at > 0 && at < bytes.length && (bytes[at]! & 0xc0) === 0x80) at -= 1;
  return at;
}

const partNote = (start: number, end: number, size: number): string =>
  end < size
    ? `Bytes ${start} to ${end} of ${size}. The document continues: fetch it again with offset ${end}.`
    : `Bytes ${start} to ${end} of ${size}: the end of the document.`;
