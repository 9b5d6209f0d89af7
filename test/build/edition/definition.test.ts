import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { termsOn, withDefinitions } from '#edition/definition.ts';
import { Html } from '#edition/html/html.ts';

const terms = [
  { name: 'Control', description: 'the single agent that a team is compared with.' },
  { name: 'Use ticket', description: 'a token that allows one report.' },
  { name: 'Run', description: 'one arm on one case, once.' },
];
const shown = (page: string) => {
  const { marked, definitions } = withDefinitions(new Html(page), terms);
  return marked.text + definitions.text;
};
const marks = (page: string) => shown(page).match(/<dfn>/g)?.length ?? 0;

describe('a term of the glossary', () => {
  test('is explained where a page first uses it, in the words of the page', () => {
    const page = shown('<p>Build the control first.</p><p>A control is cheap, and Use tickets end.</p>');
    assert.match(
      page,
      /^<p>Build the <dfn>control<button type="button" popovertarget="term-control" aria-label="Definition of Control"><\/button><\/dfn> first\.<\/p><p>A control is/,
    );
    assert.match(
      page,
      /<dfn>Use ticket<button type="button" popovertarget="term-use-ticket" aria-label="Definition of Use ticket"><\/button><\/dfn>s end/,
    );
    assert.match(page, /<div popover id="term-control" class="term"><p><b>Control:<\/b> the single agent/);
  });

  test('stays as it is in headings, links, code and quotes, and as a part of another word', () => {
    for (const page of [
      '<h2>Control</h2>',
      '<p><a href="/x">the control</a></p>',
      '<p><code>control</code></p>',
      '<blockquote><p>control</p></blockquote>',
      '<p>A control-flow graph is controlled.</p>',
      '<td>control</td>',
    ])
      assert.equal(marks(page), 0, page);
  });

  test('is explained only if few readers know it', () => {
    assert.deepEqual(
      termsOn('A run of the control.', terms).map(({ name }) => name),
      ['Control'],
    );
  });
});
