/** A search for the request of a call that costs most: whichever size makes it costliest is doubled, until none does any more. */
import type { CostlyCall } from './cost-limit.ts';
import type { CostServer, Sent } from './cost-server.ts';

/** The costliest request of a call that was found. */
export interface Costliest {
  call: CostlyCall;
  sizes: Readonly<Record<string, number>>;
  /** Processor time of one request. */
  milliseconds: number;
  /** How many bytes of it were sent. */
  bytes: number;
  status: number;
}

/** The least factor by which a doubled size counts as costlier: less is chance. */
const costlier = 1.05;

/** @param server whose processor time is measured */
export async function climb(server: CostServer, call: CostlyCall): Promise<Costliest> {
  const names = Object.keys(call.most);
  let best = await measure(server, call, Object.fromEntries(names.map(name => [name, 1])));
  for (;;) {
    const doubled: Costliest[] = [];
    for (const name of names) {
      const size = Math.min(2 * best.sizes[name]!, call.most[name]!);
      if (size > best.sizes[name]!)
        doubled.push(await measure(server, call, { ...best.sizes, [name]: size }));
    }
    const next = doubled.sort((a, b) => b.milliseconds - a.milliseconds)[0];
    if (!next || next.milliseconds < best.milliseconds * costlier) break;
    best = next;
  }
  const largest = await atMost(server, call);
  const worst = largest.milliseconds > best.milliseconds ? largest : best;
  let { milliseconds } = worst;
  // What looks bad is measured again: code that was not compiled yet, or a pause of the machine, must not decide.
  for (let left = 5; milliseconds > call.budget && left > 0; left -= 1)
    milliseconds = Math.min(milliseconds, await server.cost(() => call.request(worst.sizes), 4, 4));
  return { ...worst, milliseconds };
}

/** The request in which everything is as large as it may be. */
export const atMost = (server: CostServer, call: CostlyCall): Promise<Costliest> =>
  measure(server, call, call.most);

async function measure(
  server: CostServer,
  call: CostlyCall,
  sizes: Readonly<Record<string, number>>,
): Promise<Costliest> {
  const sent = call.request(sizes);
  const status = await server.send(sent);
  const milliseconds = await server.cost(() => call.request(sizes), 2, 2);
  return { call, sizes, milliseconds, bytes: bytesOf(sent), status };
}

/** About as many as go over the wire. */
const bytesOf = ({ method, path, headers, body }: Sent): number =>
  [method, path, ...Object.entries(headers).flat()].join('  ').length + (body?.length ?? 0);
