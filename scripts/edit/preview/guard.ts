/** Who may speak to the preview: pages of its own, in a browser on this machine. A site elsewhere may neither read nor change anything. */
import type { IncomingMessage } from 'node:http';

const names = ['localhost', '127.0.0.1', '[::1]'];

/** The addresses under which a preview on a port is opened. */
const originsOf = (port: number): string[] => names.map(name => `http://${name}:${port}`);

/** Whether a request is for this machine by name: one of another name may come from a site that points its own name here. */
export const isForThisMachine = ({ headers }: Pick<IncomingMessage, 'headers'>, port: number): boolean =>
  originsOf(port).includes(`http://${headers.host}`);

/** Whether a request that changes something comes from a page of the preview, as browsers say it by `Origin`. */
export const isFromOwnPage = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.origin === `http://${headers.host}` &&
  headers['content-type']?.split(';')[0]?.trim() === 'application/json' &&
  (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
