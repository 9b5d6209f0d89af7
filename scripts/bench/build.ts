/** The build: of nothing new, and after one edit, beside a cold one. */
import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { contest, type Row, type Setting } from './contest.ts';
import { draftCatalog, run } from './server.ts';

export async function buildPart(setting: Setting): Promise<Row[]> {
  const catalog = await draftCatalog(setting.documents, 'build');
  const { CONTENT_DIR, DIST_DIR, DATA_DIR } = catalog.environment as Record<string, string>;
  const edited = join(CONTENT_DIR!, 'patterns', readdirSync(join(CONTENT_DIR!, 'patterns'))[0]!);
  const seconds = async () => {
    const begun = performance.now();
    run(catalog, 'build');
    return (performance.now() - begun) / 1000;
  };
  const values = await contest(
    {
      cold: () => {
        for (const folder of [DIST_DIR!, DATA_DIR!]) rmSync(folder, { recursive: true, force: true });
        return seconds();
      },
      again: seconds,
      edited: () => {
        appendFileSync(edited, 'More.\n');
        return seconds();
      },
    },
    setting,
  );
  const row = { unit: 's', peer: `cold, ${setting.documents} documents`, theirs: values('cold') };
  return [
    { ...row, what: 'nothing changed', ours: values('again') },
    { ...row, what: 'one page edited', ours: values('edited') },
  ];
}
