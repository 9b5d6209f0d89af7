/** Requests a page of a site with the client of all commands. */
import { type Answer, closeConnections } from './client/ask.ts';
import type { Coding } from './client/body.ts';
import { insist } from './client/insist.ts';
import { limits } from './client/limits.ts';

export { type Answer, closeConnections };

/**
 * Gets a URL, and repeats the request while the server is busy.
 * @param coding the content coding to ask for; none by default
 * @param maxBytes the most bytes of the body
 * @throws NoAnswer when there is no complete answer, BadAnswer when the answer is refused
 */
export const get = (url: string, coding?: Coding, maxBytes: number = limits.page): Promise<Answer> =>
  insist(url, { maxBytes, codings: coding ? [coding] : [] }, { tries: 5 });
