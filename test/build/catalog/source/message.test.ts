import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  formatAnnotation,
  formatFault,
  type SourceFault,
  sortFaults,
  summarise,
} from '../../../../build/catalog/source/source-fault.ts';
import { root } from '../../../support/tracked.ts';

const message: SourceFault = {
  ...{ file: 'content/patterns/a,b.md', field: 'family', rule: 'unknown-family' },
  ...{ message: 'Unknown family `x`: 100 %.', help: 'Name a family that exists.\nAny.', line: 5 },
  column: 2,
};

test('a message reads like that of a compiler, on one line', () => {
  assert.equal(
    formatFault(message),
    'content/patterns/a,b.md:5:2: error: Unknown family `x`: 100 %. Name a family that exists. Any. [unknown-family]\n',
  );
});

test('the task of VS Code finds the place, the message and the rule', () => {
  const { tasks } = JSON.parse(readFileSync(join(root, '.vscode/tasks.json'), 'utf8'));
  const { regexp, ...parts } = tasks[0].problemMatcher.pattern;
  const match = new RegExp(regexp).exec(formatFault(message).trimEnd())!;
  const found = Object.fromEntries(Object.entries(parts).map(([part, at]) => [part, match[at as number]]));
  assert.deepEqual(found, {
    ...{ file: message.file, line: '5', column: '2' },
    ...{ message: 'Unknown family `x`: 100 %. Name a family that exists. Any.', code: 'unknown-family' },
  });
});

test('an annotation escapes what GitHub reads as its own', () => {
  assert.equal(
    formatAnnotation(message),
    '::error file=content/patterns/a%2Cb.md,line=5,col=2,title=unknown-family::Unknown family `x`: 100 %25. Name a family that exists.%0AAny.\n',
  );
});

test('messages are ordered by file and place', () => {
  const at = (file: string, line: number, column: number) => ({ ...message, file, line, column });
  const sorted = sortFaults([at('b', 1, 1), at('a', 2, 1), at('a', 1, 9), at('a', 1, 2)]);
  assert.deepEqual(
    sorted.map(({ file, line, column }) => `${file}${line}${column}`),
    ['a12', 'a19', 'a21', 'b11'],
  );
});

test('the summary counts faults and files', () => {
  assert.equal(summarise([message]), '1 error in 1 file. Nothing was published.\n');
  assert.equal(
    summarise([message, { ...message, file: 'x' }]),
    '2 errors in 2 files. Nothing was published.\n',
  );
});
