/** Comments cite the rules of the contract as `docs/SUBJECT.md#NUMBER`: every one of them is there, and nothing else is cited. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { contractPage, subjects } from './support/contract.ts';

const root = join(import.meta.dirname, '..');

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(name => /^(?:build|server|scripts|test)\/.*\.(?:[cm]?[jt]s|txt|md|ya?ml)$/.test(name))
  .filter(name => name !== 'test/citation.test.ts' && existsSync(join(root, name)));

/** Every place in the code that a shape matches, as `file: text`. */
const placesOf = (shape: RegExp): { place: string; match: RegExpExecArray }[] =>
  files.flatMap(name =>
    [...readFileSync(join(root, name), 'utf8').matchAll(shape)].map(match => ({
      place: `${name}: ${match[0]}`,
      match,
    })),
  );

describe('a citation', () => {
  const citations = placesOf(/\bdocs\/([a-z-]+)\.md(?:#([\w-]+))?/g);

  test('names a rule of the contract that exists', () => {
    const rules = new Map(subjects.map(subject => [subject, contractPage(subject).rules]));
    const lost = citations
      .filter(({ match: [, subject, number] }) =>
        number === undefined
          ? subject !== 'index' && !rules.has(subject!)
          : !rules.get(subject!)?.has(number),
      )
      .map(({ place }) => place);
    assert.deepEqual(lost, []);
    assert.ok(citations.length > 0);
  });

  test('names no document that is not in the repository', () => {
    const names = 'decisions|interface|discovery|discovery files|mcp|beyond';
    const headings =
      'Documents|HTTP|Use tickets|Credentials|Operator|Idempotency|Evaluations|Account|Authentication|Versioning';
    const former = new RegExp(
      `[(;] ?(?:${names})(?:\\.md)?,\\s+(?:\\* )?[A-Z]|\\((?:${headings}) \\d{1,2}\\b|\\bthe decisions (?:fix|give|say)`,
      'g',
    );
    assert.deepEqual(
      placesOf(former).map(({ place }) => place),
      [],
    );
  });
});

describe('a page of the contract', () => {
  for (const subject of subjects) {
    test(`${subject} numbers its rules from 1 without a gap or a repetition, wherever they stand, and each says something`, () => {
      const { numbers, rules } = contractPage(subject);
      const sorted = numbers.map(Number).sort((a, b) => a - b);
      assert.deepEqual(
        sorted,
        numbers.map((_, index) => index + 1),
      );
      for (const [number, text] of rules) assert.notEqual(text, '', `rule ${number} is empty`);
    });
  }
});
