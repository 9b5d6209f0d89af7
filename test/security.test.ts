/** The threats in SECURITY.md: each names a test that exists. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

test('each threat in SECURITY.md names the test that holds it', () => {
  const section = /^## Threats[\s\S]*?(?=^## )/m.exec(readFileSync('.github/SECURITY.md', 'utf8'))![0];
  const rows = section
    .split('\n')
    .filter(line => line.startsWith('| '))
    .slice(1);
  assert.ok(rows.length >= 10, 'the table is there');
  for (const row of rows) {
    const cells = row.slice(2, -2).split(' | ');
    assert.equal(cells.length, 4, row);
    const [, file, name] = /^`(test\/\S+\.test\.ts)`: (.+)$/.exec(cells[3]!) ?? [];
    assert.ok(file !== undefined && existsSync(file), `no such test file: ${cells[3]}`);
    const text = readFileSync(file, 'utf8');
    assert.ok(
      new RegExp(`\\b(?:test|it)\\('${name!.replaceAll(/[.?(]/g, '\\\\$&')}'`).test(text),
      `no such test: ${cells[3]}`,
    );
  }
});
