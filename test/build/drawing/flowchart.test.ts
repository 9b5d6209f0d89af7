/** Flowcharts within a page of the reading edition: drawn in their places, said in words, and valid beside each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flowchartsIn } from '#build/drawing/flowchart.ts';
import { draw, drawingKey, drawn, render } from '#build/reading/rendering.ts';
import { htmlFaults } from '../../support/html.ts';

const fence = (text: string) => `\`\`\`mermaid\n${text}\n\`\`\``;
const text = `---
kind: guide
title: A guide
description: In short.
---

# A guide

## First

${fence('flowchart LR\n  a[Try <once>] --> b')}

\`\`\`\`
${fence('flowchart LR\n  in --> code')}
\`\`\`\`

${fence('flowchart LR\n  one[Try once] --> ok{Right?}\n  ok -->|no| one\n  ok -->|yes| done(Done)')}

${fence('flowchart TD\n  up --> down')}
`;

test('flowcharts are drawn where they are, with their steps in words, and one that cannot be stays code', async () => {
  const flowcharts = flowchartsIn('guide', text);
  assert.deepEqual(
    flowcharts.map(({ number }) => number),
    [2, 3],
  );
  const drawings = new Map<string, string>();
  for (const flowchart of flowcharts) drawings.set(drawingKey(flowchart), await draw(flowchart));
  const beside = { site: 'Catalog', crumbs: [{ path: '/', title: 'Catalog' }], parts: [] };
  const page = render(text, {
    ...{ as: 'page', path: '/guides/a.md', baseUrl: 'http://catalog.test', beside },
    ...drawn({ flowcharts }, drawings),
  });
  assert.deepEqual(await htmlFaults(page), []);
  assert.equal(page.match(/<svg class="drawing/g)?.length, 2);
  assert.match(
    page,
    /<desc id="Flowchart-2-words">Try once → Right\?; Right\? → Try once \(no\); Right\? → Done \(yes\)\.<\/desc>/,
  );
  assert.match(page, /language-mermaid">flowchart LR\n {2}a\[Try &#x3C;once>\]/);
  assert.match(page, /flowchart LR\n {2}in --> code/);
  assert.doesNotMatch(page, /<script>|style=/);
});

test('flowcharts are drawn in guides and in the contract alone', () => {
  assert.equal(flowchartsIn('contract', text).length, 2);
  assert.deepEqual(flowchartsIn('pattern', text), []);
});
