/** Measures pages with a ticket that is durable before the answer is sent, beside plain pages and a commit for each request. */
import { contest, type Row, type Setting } from './contest.ts';
import { library, load, type Request } from './load.ts';
import { builtCatalog, type Peer, raiseCaps, startOurs, startPeer } from './server.ts';

export async function ticketsPart(setting: Setting): Promise<Row[]> {
  const catalog = await builtCatalog(setting.documents, 'tickets');
  const paths = catalog.pages.slice(0, 2000).map(({ path }) => path);
  raiseCaps(catalog);
  const ours = await startOurs(catalog);
  const obvious = await startPeer('commit-each', catalog);
  const ask = (peer: Peer, headers: Record<string, string>) => async () => {
    const requests = paths.map((path): Request => ({ path, headers }));
    return (await load(peer, requests, 200, setting.seconds)).clock;
  };
  const values = await contest(
    { plain: ask(ours, {}), ticketed: ask(ours, library), obvious: ask(obvious, library) },
    setting,
  );
  const row = { what: 'GET with a ticket', unit: 'requests/s', ours: values('ticketed') };
  return [
    { ...row, peer: 'plain GET', theirs: values('plain'), goal: { least: 0.45 } },
    { ...row, peer: 'a commit for each', theirs: values('obvious'), goal: { least: 3 } },
  ];
}
