/** An answer of a service that means harm. */
import type { Socket } from 'node:net';
import type { Recorded } from './service-recording.ts';

export const commands = [
  ...['register', 'plan', 'start', 'import', 'run', 'watch', 'recommend', 'verify', 'export', 'adopt'],
  ...['account', 'events', 'pages'],
] as const;
export type CommandName = string;

export interface Attack {
  name: string;
  /** The requests that it answers, as `METHOD /path`; all by default. */
  at?: RegExp;
  /** Changes what an honest service answers. */
  change?(honest: Recorded): Recorded;
  /** Answers in its own way. @param elsewhere the address of another server, which nobody may ask */
  wire?(socket: Socket, honest: Recorded, elsewhere: string): unknown;
  /** The commands that must refuse it. The others must not be harmed. */
  touches: readonly CommandName[];
  /** A pattern of their message. */
  says: RegExp;
  /** Commands wait or ask again for seconds: it is left to the campaign. */
  isSlow?: true;
}

/** Changes the text of answers. */
export const text =
  (edit: (text: string) => string | Uint8Array) =>
  (honest: Recorded): Recorded => ({
    ...honest,
    body: Buffer.from(edit(honest.body.toString('utf8')) as string),
  });

/** Gives a field of the front matter, or of the first item of a list in it, another value as YAML. */
export const field = (name: string, value: string) =>
  text(it => it.replace(new RegExp(`^([ -]*${name}:) .*$`, 'm'), (_, head: string) => `${head} ${value}`));

/** Adds a line to the front matter. */
export const line = (added: string) => text(it => it.replace(/^---\n/, `---\n${added}\n`));

/** The bytes of an answer. */
export function bytesOf({ status, headers, body }: Recorded, more: Record<string, string> = {}): Buffer {
  const all = Object.entries({ 'Content-Length': String(body.length), ...headers, ...more });
  const head = `HTTP/1.1 ${status} Status\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}
