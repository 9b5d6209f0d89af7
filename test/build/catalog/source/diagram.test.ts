/** Labels of diagrams: whatever a role is called, its label neither ends early nor acts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { diagram, label } from '../../../../build/catalog/source/diagram.ts';
import { checkDiagrams } from '../../../../build/document/team/mermaid.ts';
import { anyText } from '../../../support/text.ts';

const hostile = [
  ...['x"] click A href "javascript:alert(1)"', 'end', 'click', 'a; click A cb', 'a\nclick A cb'],
  ...['a\r\nb\u2028c', '#quot;] x', '&quot;] x', '<img src=x onerror=alert(1)>', '`**x**`'],
  ...['%%{init: {}}%%', 'a]b)c}d|e', 'A --> B', '\\"', ''],
];

/** Returns the text that Mermaid shows for a label in quotes: entities by number become their signs. */
const shown = (written: string): string =>
  written
    .replace(/^"|"$/g, '')
    .replace(/#(\d+);/g, (_entity, code: string) => String.fromCodePoint(Number(code)));

const isOneNode = /^ {2}r\d+\[(?:[a-z0-9]+(?:-[a-z0-9]+)*|"[^"[\]{}<>;`%\\\n\r]*")\]$/;

function assertContained(text: string): void {
  const written = label(text);
  const line = diagram({ roles: [{ id: text }], edges: [] })
    .split('\n')
    .slice(1);
  assert.equal(line.length, 1, JSON.stringify(text));
  // Beyond its entities, a label has no sign that could end it.
  assert.match(line[0]!.replaceAll(/#\d+;/g, ''), isOneNode);
  assert.equal(shown(written), text.replaceAll(/\s/g, ' '));
}

describe('a label of a diagram', () => {
  for (const text of hostile) test(`holds ${JSON.stringify(text)} as text`, () => assertContained(text));

  test('holds any text as text', () => {
    const signs = fc.constantFrom(
      '"',
      ']',
      '[',
      ';',
      '#',
      '&',
      '<',
      '>',
      '`',
      '|',
      '\n',
      ' ',
      'end',
      'click ',
      'a',
      '-',
    );
    fc.assert(fc.property(anyText(), assertContained), { numRuns: 500 });
    fc.assert(
      fc.property(
        fc.array(signs).map(parts => parts.join('')),
        assertContained,
      ),
      { numRuns: 1000 },
    );
  });

  test('is written as it is where it is a plain word, and passes the check of what is published', () => {
    assert.equal(label('lead'), 'lead');
    assert.equal(label('tool-call'), 'tool-call');
    assert.equal(label('end'), '"end"');
    const roles = ['lead', 'end', 'click', 'call', 'href', 'tool-call', 'link'].map(id => ({ id }));
    const edges = roles.map(({ id }) => ({ from: 'lead', to: id, kind: 'hands_off' as const }));
    assert.deepEqual(checkDiagrams(`\`\`\`mermaid\n${diagram({ roles, edges })}\n\`\`\`\n`), []);
  });
});

describe('a diagram', () => {
  const roles = [
    { id: 'lead' },
    { id: 'worker', count: { min: 3, max: 6 } },
    { id: 'tests', performed_by: 'program' },
  ];
  const edges = [
    { from: 'lead', to: 'worker', kind: 'delegates' as const },
    { from: 'tests', to: 'worker', kind: 'reviews' as const, loop: 'repair' },
  ];

  test('tells programs from agents, how many there are, and how often a loop is gone round', () => {
    assert.equal(
      diagram({ roles, edges, loops: [{ id: 'repair', max_rounds: 2 }] }),
      [
        ...['flowchart LR', '  r1[lead]', '  r2[worker x3-6]', '  r3[[tests]]', '  r1 -->|delegates| r2'],
        '  r3 -.->|reviews 2x| r2',
      ].join('\n'),
    );
  });
});
