/** Closes a connection in two stages, so that its client gets to read the answer first (RFC 9112, 9.6). */
import type { Socket } from 'node:net';

/** The milliseconds that a client has to read the answer before the connection is cut. */
const lingerMilliseconds = 2000;

/**
 * Makes a connection close in two stages when Node.js closes it. Call it before you answer a request whose body is not read to
 * its end: closing a connection with unread bytes resets it, and the reset can overtake the answer.
 */
export function lingerOnClose(socket: Socket): void {
  socket.destroySoon = () => closeInStages(socket);
}

/**
 * Closes a connection in two stages: ends the sending side, drops what the client still sends, and cuts the connection when the
 * client closes it or two seconds have passed.
 */
export function closeInStages(socket: Socket): void {
  socket.end();
  socket.resume();
  const cut = setTimeout(() => socket.destroy(), lingerMilliseconds);
  cut.unref();
  socket.once('close', () => clearTimeout(cut));
}
