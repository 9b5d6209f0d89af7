/** Progress on a terminal: one line, overwritten at most ten times a second. Nothing elsewhere. */

import type { Output } from './host.ts';

export interface Progress {
  step(what: string, done: number, total: number): void;
  end(): void;
}

export const silent: Progress = { step() {}, end() {} };

const minMilliseconds = 100;

/** Returns a progress that writes to a terminal, or a silent one for any other stream. */
export function progressOn(stream: Output): Progress {
  if (!stream.isTTY) return silent;
  let last = 0;
  return {
    step(what, done, total) {
      const now = performance.now();
      if (now - last < minMilliseconds && done < total) return;
      last = now;
      const share = total === 0 ? 100 : Math.floor((100 * done) / total);
      stream.write(
        `\r\x1b[K${what}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} (${share} %)`,
      );
    },
    end() {
      stream.write('\r\x1b[K');
    },
  };
}
