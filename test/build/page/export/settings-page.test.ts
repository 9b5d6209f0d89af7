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
  const rows = targets.flatMap(({ id }) =>
    permitted[id].forms.map(({ path, says }, at) => {
      return `| ${at === 0 ? `\`${id}\` ` : ''}| \`${path}\` | ${says} |\n`;
    }),
  );
  const text = readFileSync(file, 'utf8');
  const forms = activeForms.map(
    each => `| ${each.runtime} | ${each.in} | ${each.form} | ${each.does} | ${each.source} |\n`,
  );
  const listed = text.replace(/(?<=^\| --- \| --- \| --- \| --- \| --- \|\n)(?:\|.*\n)+/m, () =>
    forms.join(''),
  );
  const written = listed.replace(/(?<=^\| --- \| --- \| --- \|\n)(?:\|.*\n)+/m, () => rows.join(''));
  if (process.env.WRITE_SETTINGS === '1') writeFileSync(file, written);
  else assert.equal(text, written);
});
