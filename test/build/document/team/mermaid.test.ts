/** Mermaid that acts is refused wherever it is, and diagrams of nodes and arrows are not. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkDiagrams } from '../../../../build/document/team/mermaid.ts';

const block = (lines: string, fence = '```') =>
  `Text.\n\n${fence}mermaid\nflowchart LR\n${lines}\n${fence}\n`;

const anywhere = [
  ...['purpose: x"] click A href "javascript:alert"', 'purpose: lead; click A call open()'],
  ...['title: click lead "https', 'click A callback "tip"', '<a href="/x">', "href '/x'"],
  ...['%%{init: {"theme": "dark"}}%%', 'a (JavaScript:alert) b'],
];

const inBlock = [
  ...['  click A href "/x"', '  click A cb', '  A --> B; click A cb', '  A[x] --> B["click me"]'],
  ...['  A["x"] href', '  A[x]; call open()', '  link Alice: Dashboard @ /x'],
  ...['  links Alice: {"Dashboard": "/x"}', '  A["<img src=x>"]', '  A["<br/>"]', '  A["#lt;b#gt;"]'],
  ...['  A["&lt;b"]', '  A@{ img: "/x.png" }', '  style A fill:url(/x)'],
  ...['  classDef a background:URL ("x")', '  A[see https://x]', '---'],
];

const harmless = [
  'The lead clicks the button, and a worker may call the tool.',
  'Call the reviewer, then click `submit` twice.',
  'It is written in JavaScript: a script of 20 lines.',
  'purpose: Answers the call; its href is unknown.',
  '100 %% of { } runs',
  block(
    '  r1[lead]\n  r2["end"]\n  r1 -->|delegates| r2\n  r2 -.->|reads| r1\n  r3[tool-call] --- r4[call]\n  r5["click"]',
  ),
  `${block('  a --> b')}\nThen call the next one, and click on.\n\n---\n\nlink the two\n`,
  '```text\nclick the button\n```\n',
];

describe('the check of diagrams', () => {
  for (const line of anywhere) {
    test(`refuses in any line: ${line}`, () => {
      assert.deepEqual(
        checkDiagrams(`one\n${line}\nthree`).map(fault => [fault.rule, fault.line]),
        [['diagram', 2]],
      );
    });
  }

  for (const lines of inBlock) {
    test(`refuses in a block of Mermaid: ${lines.trim()}`, () => {
      assert.deepEqual(
        checkDiagrams(block(lines)).map(fault => [fault.rule, fault.line]),
        [['diagram', 5]],
      );
    });
  }

  for (const text of harmless) {
    test(`lets pass: ${JSON.stringify(text)}`, () => assert.deepEqual(checkDiagrams(text), []));
  }

  test('finds a block of Mermaid however it is fenced', () => {
    const openings = [
      ...['~~~mermaid', '```` mermaid', '``` {.mermaid}', '```MERMAID', '- ```mermaid', '> - > ```mermaid'],
    ];
    openings.push(
      `${'`'.repeat(200)}mermaid`,
      '```&#109;ermaid',
      '```mer&#109;aid',
      '1. ~~~ mermaid x',
      '```mmd',
    );
    for (const opening of openings)
      assert.equal(checkDiagrams(`${opening}\nclick A cb\n`).length, 1, opening);
  });

  test('takes no line for the end of a block that Markdown does not', () => {
    for (const [open, closed] of [
      ['````mermaid', '```'],
      ['```mermaid', '~~~'],
      ['```mermaid', '    ```'],
      ['   ```mermaid', '     ```'],
      ['```mermaid', '```x'],
    ])
      assert.equal(checkDiagrams(`${open}\n${closed}\nclick A cb\n`).length, 1, closed);
  });

  test('names the column, and at most a hundred places', () => {
    assert.equal(checkDiagrams(block('  A --> B; click A cb'))[0]!.column, 12);
    assert.equal(checkDiagrams(block('click A cb\n'.repeat(5000))).length, 100);
    assert.equal(checkDiagrams(block('click A cb').repeat(5000)).length, 100);
  });
});
