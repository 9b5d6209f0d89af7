/** The schema that all migrations come to, beside the code that asks it: a change of a table is seen in review. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../../../server/store/database/database.ts';
import { schemaOf } from '../../../support/schema.ts';
import { onBothDatabases, start } from '../../../support/store.ts';

const command = 'WRITE_SCHEMA=1 npx tsx scripts/test.ts database/schema';

/** The lines that only one of two texts has. */
function differencesOf(before: string, after: string): string {
  const lines = (text: string, other: string, sign: string) =>
    text.split('\n').flatMap(line => (other.split('\n').includes(line) ? [] : `${sign} ${line}`));
  const found = [...lines(before, after, '-'), ...lines(after, before, '+')];
  return found.length > 0 || before === after
    ? found.join('\n')
    : 'the order of the lines, or how often one stands there';
}

onBothDatabases('the schema', database => {
  test('is the one that `schema/` shows', async context => {
    const backend = await openDatabase(await database.emptyPlace(), start);
    context.after(() => backend.close());
    const schema = await schemaOf(backend);
    const file = join(import.meta.dirname, 'schema', `${database.name}.sql`);
    if (process.env.WRITE_SCHEMA) writeFileSync(file, schema);
    const differences = differencesOf(readFileSync(file, 'utf8'), schema);
    assert.equal(
      differences,
      '',
      `schema/${database.name}.sql differs. If that is meant, run: ${command}\n${differences}`,
    );
  });

  test('shows a column, an index and a table that were added', async context => {
    const backend = await openDatabase(await database.emptyPlace(), start);
    context.after(() => backend.close());
    const before = await schemaOf(backend);
    await backend.survey('ALTER TABLE tenant ADD COLUMN colour text');
    await backend.survey('CREATE INDEX tenant_by_colour ON tenant (colour)');
    await backend.survey('CREATE TABLE colour (name text PRIMARY KEY)');
    const after = await schemaOf(backend);
    const added = after.split('\n').filter(line => line.includes('colour') && !before.includes(line));
    assert.equal(added.filter(line => /^ {2}"?colour"? text/.test(line)).length, 1);
    assert.equal(added.filter(line => /^create index/i.test(line)).length, 1);
    assert.equal(added.filter(line => /^create table/i.test(line)).length, 1);
  });
});
