/**
 * The statistics against what R printed, kept in test/vector/statistics-r.json. `WRITE_VECTOR=1 npx tsx scripts/test.ts
 * statistics/agreement` asks R again; `npm run campaign -- agreement` asks it much more.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { askR } from '../../../campaign/agreement.ts';
import { assertAgreement, questions, subjects } from '../../../support/agreement.ts';
import { randomFrom } from '../../../support/random.ts';

interface Vector {
  source: string;
  /** Questions, and what R printed. */
  answers: [string, string][];
}

const file = join(import.meta.dirname, '../../../vector/statistics-r.json');

if (process.env.WRITE_VECTOR) {
  const asked = questions(randomFrom(20261122), 12);
  const { version, answers } = askR(asked);
  const source = `${version}, test/vector/statistics.R`;
  const lines = asked.map((question, index) => JSON.stringify([question, answers[index]!.trim()]));
  writeFileSync(file, `{\n"source": "${source}",\n"answers": [\n${lines.join(',\n')}\n]\n}\n`);
}

const { source, answers } = JSON.parse(readFileSync(file, 'utf8')) as Vector;

describe(`the statistics agree with ${source}`, () => {
  for (const name of Object.keys(subjects))
    test(`on ${name.replaceAll('_', ' ')}`, () => {
      const own = answers.filter(([question]) => question.startsWith(`${name} `));
      assert.ok(own.length > 0);
      for (const [question, answer] of own) assertAgreement(question, answer);
    });
});
