/** Closes a connection in two stages, so that its client gets to read the answer first (RFC 9112, 9.6). */
import type { Socket } from 'node:net';

/** The milliseconds that a client has to read the answer before the connection is cut. */
const lingerMilliseconds = 2000;

/**
 * Makes a connection linger once Node.js closes it. Call it before you answer a request that is not read to its end:
 * a connection that is closed with bytes unread is reset, and the reset can overtake the answer.
 */
export function lingerOnClose(socket: Socket): void {
  socket.destroySoon = () => closeInStages(socket);
}

/** Sends no more, drops what the client still sends, and cuts the connection when the client closes it or its time is up. */
export function closeInStages(socket: Socket): void {
  socket.end();
  socket.resume();
  const cut = setTimeout(() => socket.destroy(), lingerMilliseconds);
  cut.unref();
  socket.once('close', () => clearTimeout(cut));
}
