/** Measures static pages: the service beside a bare handler, nginx and express.static, one process on one core each. */
import { contest, type Row, type Setting } from './contest.ts';
import { load, type Request } from './load.ts';
import { builtCatalog, has, type Peer, startNginx, startOurs, startPeer } from './server.ts';

export async function staticPart(setting: Setting): Promise<Row[]> {
  const catalog = await builtCatalog(setting.documents, 'static');
  const pages = catalog.pages.slice(0, 2000);
  const plain = pages.map(({ path }): Request => ({ path }));
  const fresh = pages.map(({ path, digest }) => ({ path, headers: { 'If-None-Match': `"${digest}"` } }));
  const ours = await startOurs(catalog);
  const bare = await startPeer('bare', catalog);
  const express = await startPeer('express-static', catalog);
  const nginx = has('nginx') ? await startNginx(catalog) : undefined;
  const ask =
    (peer: Peer, requests: readonly Request[], status = 200) =>
    async () =>
      (await load(peer, requests, status, setting.seconds)).cpu;
  const values = await contest(
    {
      ours: ask(ours, plain),
      bare: ask(bare, plain),
      'ours 304': ask(ours, fresh, 304),
      'bare 304': ask(bare, fresh, 304),
      express: ask(express, plain),
      ...(nginx && { nginx: ask(nginx, plain) }),
    },
    setting,
  );
  const row = (what: string, mine: string, peer: string, name: string, least: number): Row => ({
    ...{ what, unit: 'requests/cpu s', peer, ours: values(mine), theirs: values(name), goal: { least } },
  });
  return [
    // The bare handler sends one header, counts nothing, and serves anybody as much as they ask for.
    row('GET 4 KB', 'ours', 'node:http from a Map', 'bare', 0.65),
    row('304', 'ours 304', 'node:http from a Map', 'bare 304', 0.6),
    row('GET 4 KB', 'ours', 'express.static', 'express', 5),
    ...(nginx ? [row('GET 4 KB', 'ours', 'nginx, one worker', 'nginx', 0.35)] : []),
  ];
}
