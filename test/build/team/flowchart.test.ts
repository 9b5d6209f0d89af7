/** Flowcharts of guides: what is read of them. What is refused, with its place, is in `test/fixture/fault/flowchart-form`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFlowchart } from '#build/team/flowchart.ts';

test('reads nodes, questions and edges with and without words, also in a chain', () => {
  const parsed = readFlowchart(
    'flowchart TD\n  a(Begin) --> b{Right?}\n\n  b -->|yes| c["Done (once)"] --> d\n  b -- not yet --> a',
  );
  assert.ok(parsed.ok);
  assert.deepEqual(parsed.chart, {
    direction: 'TD',
    nodes: [
      { id: 'a', label: 'Begin', shape: 'round' },
      { id: 'b', label: 'Right?', shape: 'choice' },
      { id: 'c', label: 'Done (once)', shape: 'step' },
      { id: 'd', label: 'd', shape: 'step' },
    ],
    edges: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c', label: 'yes' },
      { from: 'c', to: 'd' },
      { from: 'b', to: 'a', label: 'not yet' },
    ],
  });
});

test('takes the label of a node from whichever line has it', () => {
  const parsed = readFlowchart('flowchart LR\n  a --> b\n  b[The second] --> c');
  assert.deepEqual(parsed.ok && parsed.chart.nodes.map(({ label }) => label), ['a', 'The second', 'c']);
});

test('lets no label hold a sign that means something to HTML or to Mermaid', () => {
  for (const sign of ['<', '>', '&', '#', ';', '`', '"', '\\', '|', '[', '{', '$', '_', '*'])
    assert.ok(!readFlowchart(`flowchart LR\n  a["x${sign}y"] --> b`).ok, sign);
});

test('names one mistake a line, at its column', () => {
  const parsed = readFlowchart('flowchart LR\n  a --> b\n  b ==> c ==> d\n  click a');
  assert.ok(!parsed.ok);
  assert.deepEqual(
    parsed.faults.map(({ line, column }) => [line, column]),
    [
      [3, 5],
      [4, 3],
    ],
  );
});
