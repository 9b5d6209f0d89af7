/** Shows progress as one line on a terminal, overwritten at most ten times a second. Elsewhere, shows nothing. */
import type { Host } from './host.ts';

export interface Progress {
  step(what: string, done: number, total: number): void;
  end(): void;
}

export const silent: Progress = { step() {}, end() {} };

const pauseMilliseconds = 100;

/** Makes the progress display for a stream. It shows nothing unless the stream is a terminal. */
export function progressOn(stream: Host['stderr']): Progress {
  if (!stream.isTTY) return silent;
  let last = Number.NEGATIVE_INFINITY;
  return {
    step(what, done, total) {
      const now = performance.now();
      if (now - last < pauseMilliseconds && done < total) return;
      last = now;
      stream.write(`\r\x1b[K${what}: ${done} of ${total}`);
    },
    end: () => void stream.write('\r\x1b[K'),
  };
}
