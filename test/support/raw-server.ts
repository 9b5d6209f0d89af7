/** A server that answers each connection with bytes of the test's choice: also with those that no library would send. */
import { createServer, type Socket } from 'node:net';

export interface RawServer {
  /** `http://127.0.0.1:PORT`. */
  address: string;
  /** The requests that came in, each a text. */
  met: string[];
  stop(): Promise<void>;
}

/** @param answer gets the socket once the head of a request was read, and the head */
export async function startRawServer(answer: (socket: Socket, head: string) => unknown): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const met: string[] = [];
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', piece => {
      const text = piece.toString('latin1');
      if (!/^(?:GET|HEAD|POST) /.test(text)) return;
      met.push(text);
      answer(socket, text);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    address: `http://127.0.0.1:${port}`,
    met,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}

/** The bytes of an answer whose length is stated. */
export function answerBytes(
  body: string | Uint8Array,
  { status = '200 OK', headers = {} }: { status?: string; headers?: Record<string, string> } = {},
): Buffer {
  const bytes = Buffer.from(body as string);
  const lines = Object.entries({ 'Content-Length': String(bytes.length), ...headers });
  const head = `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}
