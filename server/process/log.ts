/**
 * The log: lines of JSON on standard output. A fault that repeats thousands of times a second is written a few times and then
 * counted, so that it neither fills the disk nor hides what else goes wrong.
 */
import { type DestinationStream, type Level, type LogFn, type Logger, levels, pino } from 'pino';

/** The most lines of one kind that are written in a period, and the length of the period. Further lines are counted. */
const linesOfAKind = 10;
const periodMilliseconds = 10_000;
/** The most kinds of lines that are told apart in a period, since error texts may vary without end. */
const mostKinds = 50;

/**
 * Opens the log of this process.
 * @returns the log, and a function to call at the end, which writes how many lines were left out
 */
export function openLog(level: Level | 'silent', to?: DestinationStream): { log: Logger; flush(): void } {
  const repeats = new Repeats();
  const options = {
    level,
    base: { pid: process.pid },
    hooks: {
      logMethod(this: Logger, words: Parameters<LogFn>, method: LogFn, of: number) {
        if (of < levels.values.warn! || repeats.admit(words, more => method.apply(this, more)))
          method.apply(this, words);
      },
    },
  };
  return { log: to ? pino(options, to) : pino(options), flush: () => repeats.flush() };
}

/** The lines of one kind in the present period. */
interface Kind {
  seen: number;
  message: string;
  write(words: Parameters<LogFn>): void;
}

class Repeats {
  readonly #kinds = new Map<string, Kind>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * Tells whether to write a line, and counts it.
   * @param write writes a line; it is kept to write the number of lines that were left out
   */
  admit(words: readonly unknown[], write: Kind['write']): boolean {
    const { name, message } = nameOf(words);
    const known = this.#kinds.has(name) || this.#kinds.size < mostKinds;
    const kind = this.#kinds.get(known ? name : '') ?? {
      seen: 0,
      message: known ? message : 'others',
      write,
    };
    kind.seen += 1;
    this.#kinds.set(known ? name : '', kind);
    this.#timer ??= setTimeout(() => this.flush(), periodMilliseconds).unref();
    return kind.seen <= linesOfAKind;
  }

  /** Ends the period: writes how many lines of each kind were left out. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { seen, message, write } of this.#kinds.values())
      if (seen > linesOfAKind)
        write([{ left_out: seen - linesOfAKind }, `left out because they repeat: ${message}`]);
    this.#kinds.clear();
  }
}

/** Returns the kind of a log line and its message. The kind is made of the message, and the code and text of the error. */
function nameOf([facts, text]: readonly unknown[]): { name: string; message: string } {
  if (typeof facts === 'string') return { name: facts, message: facts };
  const { code, err } = (facts ?? {}) as { code?: unknown; err?: { message?: unknown } };
  const message = String(text);
  return { name: [message, code, err?.message].join('\n'), message };
}
