/**
 * Zstandard (RFC 8878) as a stream, in bounded memory. The library decodes blocks; frames and blocks are told apart here,
 * because it would reserve whatever window a frame asks for, and decode all that it is given before it hands anything over.
 */
import { Decompress } from 'fzstd';

/** The window that every decoder should have (RFC 8878, 3.1.1.1.2). Levels up to 19 need no larger one. */
const largestWindow = 8 * 1024 * 1024;
const largestBlock = 128 * 1024;
const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;

/** @throws Error that says what is wrong with the data */
export async function* unzstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const bytes = new ByteQueue(chunks);
  for (let isFirst = true; await bytes.has(1); isFirst = false) {
    const magic = await bytes.take(4);
    const number = magic.readUInt32LE();
    if ((number & 0xfffffff0) >>> 0 === skippableMagic)
      await bytes.skip((await bytes.take(4)).readUInt32LE());
    else if (number === frameMagic) yield* frame(magic, bytes);
    else throw new Error(isFirst ? 'it does not begin as Zstandard' : 'a frame does not begin as Zstandard');
  }
}

async function* frame(magic: Buffer, bytes: ByteQueue): AsyncGenerator<Uint8Array> {
  const header = await readHeader(bytes);
  const decoded: Uint8Array[] = [];
  const decoder = new Decompress(part => decoded.push(part));
  decoder.push(Buffer.concat([magic, header.bytes]));
  for (let isLast = false; !isLast; ) {
    const blockHeader = await bytes.take(3);
    const number = blockHeader.readUIntLE(0, 3);
    const [type, size] = [(number >> 1) & 3, number >> 3];
    isLast = (number & 1) === 1;
    if (type === 3) throw new Error('a block has a type that does not exist');
    if (size > Math.min(largestBlock, header.window))
      throw new Error('a block is larger than its frame allows');
    const body = await bytes.take(type === 1 ? 1 : size);
    const checksum = isLast && header.hasChecksum ? [await bytes.take(4)] : [];
    decoder.push(Buffer.concat([blockHeader, body, ...checksum]), isLast);
    yield* decoded.splice(0);
  }
}

interface FrameHeader {
  bytes: Buffer;
  window: number;
  hasChecksum: boolean;
}

/** RFC 8878, 3.1.1.1. */
async function readHeader(bytes: ByteQueue): Promise<FrameHeader> {
  const descriptor = await bytes.take(1);
  const flags = descriptor[0]!;
  const isSingle = (flags & 0x20) !== 0;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6]!;
  if (flags & 3) throw new Error('it needs a dictionary');
  const rest = await bytes.take((isSingle ? 0 : 1) + sizeBytes);
  const window = isSingle ? contentSize(rest) : windowOf(rest[0]!);
  if (window > largestWindow)
    throw new Error(`it asks for a window of ${window} bytes, and ${largestWindow} are allowed`);
  return { bytes: Buffer.concat([descriptor, rest]), window, hasChecksum: (flags & 4) !== 0 };
}

const windowOf = (descriptor: number): number => 2 ** (10 + (descriptor >> 3)) * (1 + (descriptor & 7) / 8);

function contentSize(bytes: Buffer): number {
  if (bytes.length === 8) return Number(bytes.readBigUInt64LE());
  return bytes.readUIntLE(0, bytes.length) + (bytes.length === 2 ? 256 : 0);
}

/** Bytes in the portions in which they are asked for. */
class ByteQueue {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Whether so many bytes are left. */
  async has(count: number): Promise<boolean> {
    while (this.#held.length < count) {
      const { done, value } = await this.#chunks.next();
      if (done) return false;
      this.#held = Buffer.concat([this.#held, value]);
    }
    return true;
  }

  /** @throws Error when there are fewer */
  async take(count: number): Promise<Buffer> {
    if (!(await this.has(count))) throw new Error('it ends in the middle');
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    return taken;
  }

  async skip(count: number): Promise<void> {
    for (let left = count; left > 0; ) left -= (await this.take(Math.min(left, largestBlock))).length;
  }
}
