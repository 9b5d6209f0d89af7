/** A server of built folders that answers as an attack says. */
import { readFileSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join, normalize } from 'node:path';
import { writeDocument } from '#document/text/front-matter.ts';
import { answerBytes, type RawServer, startRawServer } from '../raw-server.ts';
import { type Attack, honest } from './catalog-attack.ts';
import { searchFields } from './catalog-search.ts';
import { signedAttacks } from './catalog-signed.ts';
import { unsignedAttacks } from './catalog-unsigned.ts';
import { wireAttacks } from './catalog-wire.ts';

/** Every hostile answer of a catalog. */
export const attacks: readonly Attack[] = [...wireAttacks, ...unsignedAttacks, ...signedAttacks];

export class HostileCatalog {
  readonly #server: RawServer;
  #attack: Attack | undefined;
  #dist = honest.dist;

  private constructor(server: RawServer) {
    this.#server = server;
  }

  static async start(): Promise<HostileCatalog> {
    const catalog: HostileCatalog = new HostileCatalog(
      await startRawServer((socket, head) => catalog.#answer(socket, head)),
    );
    return catalog;
  }

  get address(): string {
    return this.#server.address;
  }

  /** Answers as an attack from now on; honestly without one. */
  use(attack: Attack | undefined): void {
    this.#dist = attack?.dist?.() ?? honest.dist;
    this.#attack = attack;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  #answer(socket: Socket, head: string): void {
    const path = head.split(' ')[1]!;
    const bytes = this.#honest(path);
    if (this.#attack?.wire) this.#attack.wire(socket, path, bytes);
    else socket.write(bytes);
  }

  #honest(path: string): Buffer {
    const markdown = { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } };
    if (path.startsWith('/search.md?'))
      return answerBytes(writeDocument(searchFields, 'Results.\n'), markdown);
    const file = join(this.#dist, normalize(path === '/' ? '/index.md' : path));
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return answerBytes('', { status: '404 None' });
    return answerBytes(readFileSync(file), file.endsWith('.md') ? markdown : {});
  }
}
