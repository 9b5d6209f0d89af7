/** Plain Markdown: every text that is read without the full parser means the same to it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Root } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { readPlainMarkdown } from '#build/html/plain-markdown.ts';
import { readDocument } from '#build/text/front-matter.ts';

const full = unified().use(remarkParse).freeze();

const plain = (markdown: string): Root => {
  const children = readPlainMarkdown(markdown).flatMap(piece =>
    typeof piece === 'string' ? full.parse(piece).children : [piece],
  );
  return { type: 'root', children };
};

/** A tree without places, whatever the order of its fields. */
function meaningOf(tree: Root): unknown {
  visit(tree, node => {
    delete node.position;
  });
  return structuredClone(tree);
}

const isWhole = (markdown: string): boolean =>
  readPlainMarkdown(markdown).every(each => typeof each !== 'string');

describe('plain Markdown', () => {
  test('means the same to the full parser, whatever comes before or after it', () => {
    const words = [
      'a',
      'b c',
      '1. ',
      '2',
      '- ',
      '* ',
      '> ',
      '# ',
      '## ',
      '`x`',
      '`',
      '``',
      '```',
      '````',
      '~~~',
      '_',
      '**',
      '**b**',
      '_c_',
      'a_b',
    ];
    const signs = [
      '[t](/u.md)',
      '[`t`](/u.md)',
      '[t]',
      ']: /x',
      '(',
      ')',
      '!',
      '<b>',
      '<!--',
      '-->',
      '&amp;',
      '\\',
      '---',
      '===',
      ':',
      '|',
      'http://a.b',
    ];
    const spaces = [
      ' ',
      '  ',
      '   ',
      '    ',
      '\t',
      '\n',
      '\n',
      '\n\n',
      '\n\n',
      '\r\n',
      '\0',
      '\u00a0',
      'é',
      '😀',
    ];
    const text = fc.array(fc.constantFrom(...words, ...signs, ...spaces, '\n\n', '\n'), { maxLength: 24 });
    fc.assert(
      fc.property(text, parts => {
        const markdown = parts.join('');
        assert.deepEqual(
          meaningOf(plain(markdown)),
          meaningOf(full.parse(markdown)),
          JSON.stringify(markdown),
        );
      }),
      // Code and HTML that nobody ends take the blank lines after them, or some.
      { numRuns: 1500, examples: [[['* ````', '\n\n\n', '> a']], [['- <!--', '\n\n', 'a']]] },
    );
  });

  test('is read as a whole where it has headings, paragraphs, quotations, lists and code', () => {
    const blocks = [
      '# One `two`',
      'A line with **bold words**, _stressed ones_, `code` and [a link](/patterns/gate.md#how) or [`code`](/a.md).\nAnother line of coding.bug_fix.',
      '- an item\n  that goes on\n- another',
      '> A quotation.',
      '1. first\n2. second',
      '````markdown\n```\n<b>\n```\n````',
    ];
    assert.ok(isWhole(blocks.join('\n\n')));
  });

  test('is what the pages of the catalog are made of', () => {
    const folder = join(import.meta.dirname, '../../../content/starters');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
      name.endsWith('.md'),
    );
    for (const file of files) {
      const parsed = readDocument(readFileSync(join(folder, file), 'utf8'));
      assert.ok(parsed.ok && isWhole(parsed.document.body), file);
    }
  });
});
