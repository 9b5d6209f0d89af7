/** A page of a site, asked for by the client of all commands. */
import { type Answer, closeConnections } from '../support/client/ask.ts';
import { insist } from '../support/client/insist.ts';
import { limits } from '../support/client/limits.ts';

export { type Answer, closeConnections };

/** The answer to GET of a URL, asked again for while the server is busy. @throws NoAnswer, BadAnswer */
export const get = (url: string): Promise<Answer> => insist(url, { maxBytes: limits.page }, { tries: 5 });
