/** Growth of tickets: what a page with a ticket and a redemption cost while 1,000 to 1,000,000 tickets are open. */
import { type BuiltCatalog, builtCatalog } from './catalog.ts';
import { durableFolder } from './durable.ts';
import { type Load, requestRate } from './load.ts';
import type { Setting } from './part.ts';
import type { Series } from './plot.ts';
import { commandOf } from './process.ts';
import type { Rate } from './rate.ts';
import { sendAll } from './send.ts';
import { startPeer } from './server.ts';
import { redemption, TicketSupply } from './ticket-supply.ts';

const sizes = [1_000, 100_000, 1_000_000];
const documents = 100;
const redemptions = 5_000;

/** Milliseconds of processor time a request, or by the clock where that cannot be told, by the number of open tickets. */
export async function ticketGrowth({ seconds, note }: Setting): Promise<Series[]> {
  const catalog = await builtCatalog(documents, 'ticket-growth');
  const ticketed: Series = { name: 'GET with a ticket', points: [] };
  const redeemed: Series = { name: 'redemption', points: [] };
  const dataDir = durableFolder('ticket-growth');
  const supply = await TicketSupply.open({ dataDir });
  try {
    await supply.raiseCaps();
    let open = 0;
    for (const size of sizes) {
      note(`${size} open tickets`);
      await supply.issue(size - open);
      open = size;
      const [get, redeem] = await measure(catalog, dataDir, supply, seconds);
      ticketed.points.push({ x: size, y: milliseconds(get) });
      redeemed.points.push({ x: size, y: milliseconds(redeem) });
    }
    return [ticketed, redeemed];
  } finally {
    await supply.close();
  }
}

const milliseconds = ({ perCpuSecond, perSecond }: Rate): number => 1000 / (perCpuSecond ?? perSecond);

async function measure(
  catalog: BuiltCatalog,
  dataDir: string,
  supply: TicketSupply,
  seconds: number,
): Promise<[get: Rate, redeem: Rate]> {
  const paths = catalog.manifest.pages.filter(page => page.ticket).map(page => page.path);
  const peer = await startPeer('ours', () => ['sh', '-c', `exec ${commandOf('serve')}`], {
    environment: { ...catalog.environment, DATA_DIR: dataDir },
    path: paths[0]!,
  });
  try {
    const load: Load = { paths, headers: { 'User-Agent': 'curl/8.5.0' }, status: 200 };
    const redeem = async () =>
      sendAll(peer, (await supply.issue(redemptions)).map(redemption), 200, catalog.folder);
    // Once to warm up.
    await requestRate(peer, load, 1, catalog.folder);
    await redeem();
    return [await requestRate(peer, load, seconds, catalog.folder), await redeem()];
  } finally {
    await peer.stop();
  }
}
