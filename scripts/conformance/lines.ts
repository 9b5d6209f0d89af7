/** The lines of a file, of which no more than one is in memory. */
import { createReadStream } from 'node:fs';
import { TraceError } from './trace.ts';

/** A longer line is refused. A collector writes some megabytes to one at most. */
const longestLine = 32 * 1024 * 1024;

const newline = 10;

/** @throws TraceError when the file cannot be read, or has a line that is too long */
export async function* linesOf(file: string): AsyncGenerator<{ text: string; at: number }> {
  const parts: Buffer[] = [];
  let size = 0;
  let at = 1;
  const take = (): string => {
    const text = Buffer.concat(parts, size).toString('utf8');
    parts.length = 0;
    size = 0;
    return text;
  };
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
      let from = 0;
      for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
        parts.push(chunk.subarray(from, to));
        size += to - from;
        yield { text: take(), at };
        at += 1;
        from = to + 1;
      }
      parts.push(chunk.subarray(from));
      size += chunk.length - from;
      if (size > longestLine)
        throw new TraceError(
          `${file}:${at}: the line is longer than ${longestLine} bytes. Write one batch of spans to a line.`,
        );
    }
  } catch (error) {
    if (error instanceof TraceError) throw error;
    throw new TraceError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? error}).`);
  }
  if (size > 0) yield { text: take(), at };
}
