/** Measures the build from nothing, beside a copy of the files that it writes, which any build has to do at least. */
import { cpSync, rmSync } from 'node:fs';
import { contest, type Row, type Setting } from './contest.ts';
import { draftCatalog, run } from './server.ts';

export async function buildPart(setting: Setting): Promise<Row[]> {
  const catalog = draftCatalog(setting.documents, 'build');
  const { DIST_DIR = '', DATA_DIR = '' } = catalog.environment as Record<string, string>;
  const copy = `${DIST_DIR}-copy`;
  const timed = (work: () => void) => async () => {
    const begun = performance.now();
    work();
    return (performance.now() - begun) / 1000;
  };
  const remove = (...folders: string[]) => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
  run(catalog, 'build');
  const values = await contest(
    {
      ours: timed(() => {
        remove(DIST_DIR, DATA_DIR);
        run(catalog, 'build');
      }),
      copy: timed(() => {
        remove(copy);
        cpSync(DIST_DIR, copy, { recursive: true });
      }),
    },
    setting,
  );
  const what = `build of ${setting.documents} documents`;
  const figures = { ours: values('ours'), theirs: values('copy'), goal: { most: 20 } };
  return [{ what, unit: 's', peer: 'a copy of its files', ...figures }];
}
