/** Reads the body of an answer, and keeps no more of it than was asked for, before and after it is unpacked. */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { BadAnswer } from './error.ts';

/** The decoders of the content codings that may be asked for. */
const unpackers = { gzip: promisify(gunzip), br: promisify(brotliDecompress) };
export type Coding = keyof typeof unpackers;

const firstBytes = 64 * 1024;
/**
 * The factor by which an answer may exceed its bytes on the wire, for the marks of its chunks. A server that sends chunks of one
 * byte, six bytes on the wire, costs its reader two seconds for each megabyte.
 */
const wireShare = 1.1;

/**
 * Reads a body to its end.
 * @param codings the accepted content codings
 * @param maxBytes the most bytes that it may have, both as sent and unpacked
 * @throws BadAnswer when it is longer, or has another coding
 */
export async function readBody(
  incoming: IncomingMessage,
  codings: readonly Coding[],
  maxBytes: number,
): Promise<Buffer> {
  const coding = incoming.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const known = codings.find(each => each === coding);
  if (coding !== 'identity' && known === undefined)
    throw new BadAnswer(`It is in the content coding ${coding}, which this command did not ask for.`);
  const announced = Number(incoming.headers['content-length'] ?? 0);
  if (announced > maxBytes) throw tooLong(maxBytes);
  const body = await collect(incoming, announced, maxBytes);
  return known === undefined ? body : unpack(body, known, maxBytes);
}

/**
 * Copies the pieces of a body into one buffer. A server may send one byte at a time, and a list of so many pieces would take much
 * more memory.
 * @param announced the length that the server stated, in bytes
 */
async function collect(incoming: IncomingMessage, announced: number, maxBytes: number): Promise<Buffer> {
  let body = Buffer.allocUnsafe(Math.min(announced || firstBytes, maxBytes));
  let size = 0;
  const { socket } = incoming;
  const maxRead = socket.bytesRead + maxBytes * wireShare + firstBytes;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    const end = size + piece.length;
    if (end > maxBytes || socket.bytesRead > maxRead) throw tooLong(maxBytes);
    if (end > body.length) {
      const larger = Buffer.allocUnsafe(Math.min(Math.max(end, 2 * body.length), maxBytes));
      body.copy(larger, 0, 0, size);
      body = larger;
    }
    piece.copy(body, size);
    size = end;
  }
  return body.subarray(0, size);
}

async function unpack(body: Buffer, coding: Coding, maxBytes: number): Promise<Buffer> {
  try {
    return await unpackers[coding](body, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLong(maxBytes);
    throw new BadAnswer(`Its ${coding} coding is damaged.`);
  }
}

const tooLong = (maxBytes: number): BadAnswer =>
  new BadAnswer(`It is longer than the ${maxBytes} bytes that such an answer may have.`);
