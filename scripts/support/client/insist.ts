/** Repeats requests while a server is busy or away, but no longer than a person would wait. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, ask, type Question } from './ask.ts';
import { NoAnswer } from './error.ts';

/** The longest `Retry-After`, in seconds, that is waited for. A longer one is reported to the user. */
const longestWaitSeconds = 60;

interface Patience {
  /** The most times that the request is sent. */
  tries: number;
  /** Whether to retry also without an answer, for requests that may be sent twice. */
  evenAway?: boolean;
  /** The seconds after which the request is not repeated; without limit by default. */
  withinSeconds?: number;
  /** Waits for a number of milliseconds; by default by the clock. */
  pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Sends a request, and repeats it while the answer is 429 or 503. Waits as long as `Retry-After` says, from a second to a minute.
 * @throws NoAnswer, BadAnswer or Error as `ask`
 */
export async function insist(
  url: string,
  question: Question,
  { tries, evenAway = false, withinSeconds = Number.POSITIVE_INFINITY, pause = sleep }: Patience,
): Promise<Answer> {
  const end = performance.now() + 1000 * withinSeconds;
  for (let count = 1; ; count += 1) {
    try {
      const answer = await ask(url, question);
      const isBusy = answer.status === 503 || answer.status === 429;
      const seconds = retryAfterSeconds(answer.headers['retry-after'], Date.now());
      if (!isBusy || count === tries || seconds > longestWaitSeconds) return answer;
      await pause(1000 * seconds);
    } catch (error) {
      const isLast = count === tries || performance.now() > end;
      if (!evenAway || !(error instanceof NoAnswer) || isLast) throw error;
      await pause(100 * 2 ** count);
    }
  }
}

/**
 * Returns the seconds that an answer asks to wait: `Retry-After` as a number or a date (RFC 9110, 10.2.3), and at least 1.
 * Returns 1 if the header is absent or neither.
 * @param now milliseconds since 1970
 */
export function retryAfterSeconds(text: string | undefined, now: number): number {
  if (text === undefined) return 1;
  const seconds = /^\d{1,10}$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return Number.isNaN(seconds) ? 1 : Math.max(1, seconds);
}
