/**
 * Texts that are made to cost: deep, wide, repeated, nearly valid, and bait for whatever compares each part with each other.
 */
import { counted, lined, nested, repeated, type Shape, stairs, within } from './shape.ts';

const yamlUnits = [
  ...['? ', ': ', 'a: ', '- ', '- \n', '-\n', ':\n', '?\n', 'a\n', 'k: !a b\n', 'k: &a b\n', 'k: *a\n'],
  ...['&a ', '*a ', '!a ', '!!str ', '!<a> ', '%\n', '%YAML 1.2\n', '---\n', '...\n', '<<: a\n', '#\n'],
  ...[' #\n', 'a: b #\n', '"', "'", '"a" ', '"a\n', '`', '@ ', '|\n', 'a: |9\n', 'a: >-\n', '[', '{', '[]'],
  ...['{}\n', ']', 'a: ]\n', '\t', ' ', '\n', ' \n', '\r', '\r\n', '\\n', '- a: b\n', '? a\n: b\n'],
  ...['  c: d\n', '[a, [b, {c: d}], ', '{a: {b: [', '\u0000', '\ufeff', '\u2028', '\u{1f600}', '\u0301'],
  '\ud800',
];

const yamlFrames: readonly [string, string, string][] = [
  ['a: [', 'a,', ']\n'],
  ['a: [', 'a,\n ', ']\n'],
  ['a: [', ',', ']\n'],
  ['a: [', '[],', ']\n'],
  ['a: [', 'a: b, ', ']\n'],
  ['a: [', '"a": b,', ']\n'],
  ['a: [', '#\n ', ']\n'],
  ['a: [', ' a #b\n ,', ']\n'],
  ['a: [', '? a, ', ']\n'],
  ['{', '!a:,', '}\n'],
  ['a: {', 'a,', '}\n'],
  ['a: {', ':', '}\n'],
  ['a: {', '? a, ', '}\n'],
  ['a: {', '"x" "y" ', '}\n'],
  ['a: "', '\\n', '"\n'],
  ['a: "', '\\u0041', '"\n'],
  ['a: "', 'x\n ', '"\n'],
  ['a: "', '\n', '"\n'],
  ["a: '", "''", "'\n"],
  ['a: |\n', ' x\n', ''],
  ['a: |\n', '\n', ''],
  ['a: |\n', ' \n', ' x\n'],
  ['a: >\n', ' x\n', ''],
  ['a: >\n', ' x\n\n', ''],
  ['a: ', 'x ', '\n'],
  ['a: ', 'x\n ', '\n'],
  ['a:\n', '- b\n', ''],
  ['a:\n', ' - b\n', ''],
  ['a: ', '9', '\n'],
  ['a: ', '0.', '\n'],
  ['', 'a', ': b\n'],
  ['"', 'a', '": b\n'],
  ['? ', 'a', '\n: b\n'],
  ['[', 'a', ']: b\n'],
];

/** Shapes of front matter, without the lines `---` around it. */
export const yamlShapes: readonly Shape[] = [
  ...yamlUnits.map(repeated),
  ...yamlFrames.map(([before, unit, after]) => within(before, unit, after)),
  nested('[', 'a', ']'),
  nested('{a: ', 'b', '}'),
  nested('? ', 'x', ''),
  nested('- ', 'x', ''),
  nested('[[[[[[[[', '', ']]]]]]]],'),
  lined('[', 190),
  lined('#', 900),
  lined('a: ', 900),
  stairs('a:', 120),
  stairs('- a', 100),
  stairs('a: b', 7),
  stairs('-', 9),
  counted('k', ': v\n'),
  counted('- {a: x', '}\n'),
  counted('', ': {}\n'),
  counted('a: &x', ' 1\n'),
];

const markdownUnits = [
  ...['[', ']', '![', '](', '[a](', '[a](b', '[](', '*', '**a', '_a_', '*_', '`', '`a``b', '<', '<a'],
  ...['<!--', '<![CDATA[', '<?', '<a href="', '>', '> ', '- ', '1. ', '#', '# a #', '## a\n', '### x\n'],
  ...['~~~\n', '```\n', '```sh\n', '&amp;', '&', '\\', 'a\\\n', '  \n', '|a', '[a]: b\n', '[a]\n', '$ a\n'],
  ...['a.b.c.', 'a@b.', 'http://', '1.1.1.', 'click A\n', 'eyJ', 'secret='],
  'x'.repeat(63),
  '\u00ad',
  '\u{e0041}',
  'a\u0301\u0301',
];

/** Shapes of Markdown bodies. */
export const markdownShapes: readonly Shape[] = [
  ...markdownUnits.map(repeated),
  ...markdownUnits.filter(unit => !unit.includes('\n')).map(unit => lined(unit, 960)),
  lined('[', 190),
  nested('[', 'a', ']'),
  nested('[', 'a', '](b)'),
  nested('*', 'a', '*'),
  nested('> ', 'a', '\n'),
  nested('- ', 'a', '\n'),
  nested('`', 'a', '`'),
  within('# ', ' #', 'a\n'),
  within('# ', ' \t', 'a\n'),
  stairs('- a', 100),
  stairs('> a', 60),
  counted('[a', ']: /b\n'),
  counted('### r', '\n'),
  counted('[x', '] '),
  {
    name: 'runs of backquotes of every length',
    make(size) {
      let text = '';
      for (let length = 1; text.length < size; length += 1) text += `${'`'.repeat(length % 400)} `;
      return text.slice(0, size);
    },
  },
];

const lineUnits = [
  ...['a', ' ', 'a@', '@', 'a@a.', '.', ',', ', ', ';', ';q=', ';q=0.5,', 'text/markdown;q=1,', '*/*,'],
  ...['"', '"",', 'W/"a",', '=', '/', '//', '/a', '%', '%41', '%ff', '-', 'a-', '_', '(', ')', '(a'],
  ...['http://a', 'https://', 'https://a/,', 'a/1.0 ', 'a/1 (a; ', 'Mozilla/5.0 ', 'bot', 'Bot/', 'gzip,'],
  ...['br;q=', 'bytes=0-1,', '1,', '1.', '::', '0', '9', 'é', '{', '[', '\\', '`', 'a: ', 'Bearer '],
  ...['Bearer atc_a_', 'aaaaaaaaaa b', 'supercalifragilistic'],
];

/** Shapes of one line: values of headers, fields and arguments. */
export const lineShapes: readonly Shape[] = [
  ...['', 'pseudopseudohypopara'].map(start => counted(start, ' ')),
  ...lineUnits.map(repeated),
];
