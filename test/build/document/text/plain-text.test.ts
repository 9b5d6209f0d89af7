/** Plain text stays plain text within Markdown: no reader finds a link, an image, HTML or emphasis in it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Root } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { nodesWithin, parseBody } from '../../../../build/catalog/source/markdown.ts';
import { escapeMarkdown } from '../../../../build/document/text/plain-text.ts';

const hostile = [
  ...['](javascript:alert(1))', '[a](javascript:b)', '![a](/b.png)', '<img src=x onerror=alert(1)>'],
  ...['<!-- hidden -->', '<https://evil.test>', '&lt;b&gt; &#60;b&#62;', '`code` and ``more`'],
  ...['**bold** __bold__ *a* _a_', '# heading #', '> quotation', '- item', '+ item', '1. item', '1) item'],
  ...['=== rule', '---', 'C# and F#', 'a title ##', 'a \\ b \\[c\\]', '[ref]: /x'],
  ...['task_class and _private_', '~~gone~~', '-5 points, ~20 %, a > b'],
];

const plainNodes = new Set(['paragraph', 'heading', 'list', 'listItem', 'text', 'blockquote', 'link']);

/** Puts a text where pages put one, and gives what a reader of Markdown finds. */
const places: { put(text: string): string; seen(text: string): string; links: string[] }[] = [
  { put: text => `# ${text}`, seen: text => text, links: [] },
  { put: text => `- [${text}](/x.md): ${text}`, seen: text => `${text}: ${text}`, links: ['/x.md'] },
  { put: text => `> ${text}`, seen: text => text, links: [] },
  { put: text => `Before ${text} (after).`, seen: text => `Before ${text} (after).`, links: [] },
];

function assertPlain(text: string): void {
  for (const { put, seen, links } of places) {
    const written = put(escapeMarkdown(text));
    const root: Root = parseBody(written, 1);
    const nodes = nodesWithin(root).map(({ node }) => node);
    const active = nodes.filter(({ type }) => !plainNodes.has(type));
    assert.deepEqual(active, [], written);
    assert.deepEqual(
      nodes.flatMap(node => (node.type === 'link' ? [node.url] : [])),
      links,
      written,
    );
    assert.equal(textOf(root), seen(text), written);
  }
}

describe('plain text within Markdown', () => {
  for (const text of hostile) test(`stays as it is: ${text}`, () => assertPlain(text));

  test('stays as it is, whatever the text', () => {
    const signs = fc.constantFrom(
      ...'[]()<>!*_`~#&;:/\\-+=|"\'.@1a ',
      'javascript:',
      'http://',
      '&lt;',
      '](',
    );
    const text = fc
      .array(signs, { minLength: 1 })
      .map(parts => parts.join('').replaceAll(/ +/g, ' ').trim())
      .filter(each => each !== '');
    fc.assert(fc.property(text, assertPlain), { numRuns: 2000 });
  });

  test('holds no address that GitHub would make a link of', () => {
    assert.equal(escapeMarkdown('https://evil.test'), 'https\\://evil.test');
    assert.equal(escapeMarkdown('www.evil.test'), 'www\\.evil.test');
    assert.equal(escapeMarkdown('me@evil.test'), 'me\\@evil.test');
  });

  test('is written without escapes where nothing in it acts', () => {
    const text = 'Choose it for coding.bug_fix: 3 of 4, pass@k 0.5 (50 %) - at most.';
    assert.equal(escapeMarkdown(text), text);
  });
});
