/** Start: from the command to the first answer, beside the bare handler with the same pages. */
import { contest, type Row, type Setting } from './contest.ts';
import { builtCatalog, type Peer, startOurs, startPeer, stop } from './server.ts';

export async function startPart(setting: Setting): Promise<Row[]> {
  const catalog = await builtCatalog(setting.documents, 'start');
  const seconds = (start: () => Promise<Peer>) => async () => {
    const begun = performance.now();
    const peer = await start();
    const taken = (performance.now() - begun) / 1000;
    await stop(peer);
    return taken;
  };
  const values = await contest(
    { ours: seconds(() => startOurs(catalog)), bare: seconds(() => startPeer('bare', catalog)) },
    setting,
  );
  const what = `first answer, ${setting.documents} documents`;
  return [{ what, unit: 's', ours: values('ours'), peer: 'node:http from a Map', theirs: values('bare') }];
}
