/** A service that answers as an attack says: a server of its own for each command, and one more that nobody may ask. */
import { type RawServer, startRawServer } from '../raw-server.ts';
import { apiAttacks } from './service-api.ts';
import { type Attack, bytesOf } from './service-attack.ts';
import type { Answers, Recorded, Recording } from './service-recording.ts';
import { wireAttacks } from './service-wire.ts';

/** Every hostile answer of a service. */
export const attacks: readonly Attack[] = [...wireAttacks, ...apiAttacks];

const none: Recorded = { status: 404, headers: {}, body: Buffer.alloc(0) };

export class HostileService {
  /** Where each command finds it. */
  readonly addresses: Record<string, string> = {};
  readonly #servers: RawServer[] = [];
  readonly #elsewhere: RawServer;
  #attack: Attack | undefined;
  #counts = new Map<string, number>();

  private constructor(elsewhere: RawServer) {
    this.#elsewhere = elsewhere;
  }

  static async start({ answers }: Pick<Recording, 'answers'>): Promise<HostileService> {
    const service = new HostileService(await startRawServer(socket => socket.end(bytesOf(none))));
    for (const [command, known] of Object.entries(answers)) {
      const server = await startRawServer((socket, head) => {
        const asked = head.split(' ', 2).join(' ');
        const honest = service.#next(command, asked, known);
        const { wire, change, at } = service.#attack ?? {};
        if (at && !at.test(asked)) socket.write(bytesOf(honest));
        else if (wire) wire(socket, honest, service.#elsewhere.address);
        else socket.write(bytesOf(change?.(honest) ?? honest));
      });
      service.#servers.push(server);
      service.addresses[command] = server.address;
    }
    return service;
  }

  /** Answers as an attack from now on; honestly without one. */
  use(attack: Attack | undefined): void {
    this.#attack = attack;
    this.#counts = new Map();
  }

  /** Returns the requests that reached the other server. */
  get strays(): readonly string[] {
    return this.#elsewhere.met;
  }

  async stop(): Promise<void> {
    for (const server of [...this.#servers, this.#elsewhere]) await server.stop();
  }

  /** Returns the answer of an honest service to a request: the recorded answers in their order, and then the last again. */
  #next(command: string, asked: string, known: Answers): Recorded {
    const list = known.get(asked) ?? [none];
    const count = this.#counts.get(`${command} ${asked}`) ?? 0;
    this.#counts.set(`${command} ${asked}`, count + 1);
    return list[Math.min(count, list.length - 1)]!;
  }
}
