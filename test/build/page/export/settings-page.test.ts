/** The page of the contract on settings of exports is that of the list. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { activeForms } from '../../../../build/document/guard/active-form.ts';
import { targets } from '../../../../build/page/export/index.ts';
import { permitted } from '../../../../build/page/export/permitted/index.ts';

test('the contract says what each file may set, as the list does (WRITE_SETTINGS=1 writes its table)', () => {
  const file = join(import.meta.dirname, '../../../../content/docs/export-settings.md');
  const shown = new Map<string, string>();
  const rows = targets.flatMap(({ id }) =>
    permitted[id].forms.map(({ path, says }, at) => {
      const same = shown.get(path + says);
      shown.set(path + says, id);
      const what = same === undefined ? says : `as for \`${same}\``;
      return `| ${at === 0 ? `\`${id}\` ` : ''}| \`${path}\` | ${what} |\n`;
    }),
  );
  const text = readFileSync(file, 'utf8');
  const forms = [...new Set(activeForms.map(({ runtime }) => runtime))].map(runtime => {
    const own = activeForms.filter(each => each.runtime === runtime);
    const acts = [...new Set(own.map(({ does }) => does))].map(does => {
      const alike = own.filter(each => each.does === does);
      const [written, places] = [alike.map(each => each.form), alike.map(each => each.in)];
      return `${[...new Set(written)].join(' and ')} in a ${[...new Set(places)].join(' or ')}: ${does}`;
    });
    return `| [${runtime}](${own[0]!.source}) | ${acts.join('; ')} |\n`;
  });
  const listed = text.replace(/(?<=^\| --- \| --- \|\n)(?:\|.*\n)+/m, () => forms.join(''));
  const written = listed.replace(/(?<=^\| --- \| --- \| --- \|\n)(?:\|.*\n)+/m, () => rows.join(''));
  if (process.env.WRITE_SETTINGS === '1') writeFileSync(file, written);
  else assert.equal(text, written);
});
