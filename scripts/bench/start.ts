/** Measures the start: from the command to the first answer, beside Node.js that starts and does nothing. */
import { execFileSync } from 'node:child_process';
import { contest, type Row, type Setting } from './contest.ts';
import { builtCatalog, onCore, startOurs, stop } from './server.ts';

export async function startPart(setting: Setting): Promise<Row[]> {
  const catalog = await builtCatalog(setting.documents, 'start');
  const [program, ...words] = onCore(0, [process.execPath, '-e', '0']);
  const values = await contest(
    {
      ours: async () => {
        const begun = performance.now();
        const peer = await startOurs(catalog);
        const taken = performance.now() - begun;
        await stop(peer);
        return taken / 1000;
      },
      node: async () => {
        const begun = performance.now();
        execFileSync(program, words);
        return (performance.now() - begun) / 1000;
      },
    },
    setting,
  );
  // Half of it is the loading of code; the rest goes to the manifest, which is read, verified and checked by its schema before anything is served.
  const what = `first answer, ${setting.documents} documents`;
  return [
    { what, unit: 's', ours: values('ours'), peer: 'node -e 0', theirs: values('node'), goal: { most: 10 } },
  ];
}
