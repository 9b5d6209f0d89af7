/**
 * Texts that are made to cost: deep, wide, repeated, nearly valid, and bait for whatever compares each part with each other.
 * A shape gives a text of any size, so that its cost can be compared at two of them.
 */

/** A shape of text. */
export interface Shape {
  name: string;
  /** A text of about as many characters. */
  make(size: number): string;
}

const fill = (unit: string, size: number): string =>
  unit === '' ? '' : unit.repeat(Math.max(1, Math.ceil(size / unit.length))).slice(0, Math.max(1, size));

/** A unit again and again. */
const repeated = (unit: string): Shape => ({
  name: `repeat ${JSON.stringify(unit)}`,
  make: size => fill(unit, size),
});

/** A unit again and again, between a beginning and an end. */
const within = (before: string, unit: string, after: string): Shape => ({
  name: `repeat ${JSON.stringify(unit)} between ${JSON.stringify(before)} and ${JSON.stringify(after)}`,
  make: size => before + fill(unit, size - before.length - after.length) + after,
});

/** As many beginnings as ends, with something between. */
const nested = (open: string, middle: string, close: string): Shape => ({
  name: `nest ${JSON.stringify(open)} ${JSON.stringify(middle)} ${JSON.stringify(close)}`,
  make(size) {
    const depth = Math.max(1, Math.floor((size - middle.length) / (open.length + close.length)));
    return open.repeat(depth) + middle + close.repeat(depth);
  },
});

/** Lines of a unit repeated, each as long as given. */
const lined = (unit: string, length: number): Shape => ({
  name: `lines of ${length} of ${JSON.stringify(unit)}`,
  make: size => fill(`${fill(unit, length)}\n`, size),
});

/** Lines that begin further and further in, to a depth. */
const stairs = (unit: string, depth: number): Shape => ({
  name: `stairs ${JSON.stringify(unit)} to ${depth}`,
  make(size) {
    let text = '';
    for (let step = 0; text.length < size; step += 1) text += `${' '.repeat(step % depth)}${unit}\n`;
    return text.slice(0, size);
  },
});

/** Lines of a unit with its number, so that no two are the same. */
const counted = (before: string, after: string): Shape => ({
  name: `count ${JSON.stringify(before)} … ${JSON.stringify(after)}`,
  make(size) {
    let text = '';
    for (let number = 0; text.length < size; number += 1) text += before + number.toString(36) + after;
    return text.slice(0, size);
  },
});

const yamlUnits = [
  '? ',
  ': ',
  'a: ',
  '- ',
  '- \n',
  '-\n',
  ':\n',
  '?\n',
  'a\n',
  'k: !a b\n',
  'k: &a b\n',
  'k: *a\n',
  '&a ',
  '*a ',
  '!a ',
  '!!str ',
  '!<a> ',
  '%\n',
  '%YAML 1.2\n',
  '---\n',
  '...\n',
  '<<: a\n',
  '#\n',
  ' #\n',
  'a: b #\n',
  '"',
  "'",
  '"a" ',
  '"a\n',
  '`',
  '@ ',
  '|\n',
  'a: |9\n',
  'a: >-\n',
  '[',
  '{',
  '[]',
  '{}\n',
  ']',
  'a: ]\n',
  '\t',
  ' ',
  '\n',
  ' \n',
  '\r',
  '\r\n',
  '\\n',
  '- a: b\n',
  '? a\n: b\n',
  '  c: d\n',
  '[a, [b, {c: d}], ',
  '{a: {b: [',
  '\u0000',
  '\ufeff',
  '\u2028',
  '\u{1f600}',
  '\u0301',
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
  '[',
  ']',
  '![',
  '](',
  '[a](',
  '[a](b',
  '[](',
  '*',
  '**a',
  '_a_',
  '*_',
  '`',
  '`a``b',
  '<',
  '<a',
  '<!--',
  '<![CDATA[',
  '<?',
  '<a href="',
  '>',
  '> ',
  '- ',
  '1. ',
  '#',
  '# a #',
  '## a\n',
  '### x\n',
  '~~~\n',
  '```\n',
  '```sh\n',
  '&amp;',
  '&',
  '\\',
  'a\\\n',
  '  \n',
  '|a',
  '[a]: b\n',
  '[a]\n',
  '$ a\n',
  'a.b.c.',
  'a@b.',
  'http://',
  '1.1.1.',
  'click A\n',
  'eyJ',
  'secret=',
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
  'a',
  ' ',
  'a@',
  '@',
  'a@a.',
  '.',
  ',',
  ', ',
  ';',
  ';q=',
  ';q=0.5,',
  'text/markdown;q=1,',
  '*/*,',
  '"',
  '"",',
  'W/"a",',
  '=',
  '/',
  '//',
  '/a',
  '%',
  '%41',
  '%ff',
  '-',
  'a-',
  '_',
  '(',
  ')',
  '(a',
  'http://a',
  'https://',
  'https://a/,',
  'a/1.0 ',
  'a/1 (a; ',
  'Mozilla/5.0 ',
  'bot',
  'Bot/',
  'gzip,',
  'br;q=',
  'bytes=0-1,',
  '1,',
  '1.',
  '::',
  '0',
  '9',
  'é',
  '{',
  '[',
  '\\',
  '`',
  'a: ',
  'Bearer ',
  'Bearer atc_a_',
  'aaaaaaaaaa b',
  'supercalifragilistic',
];

/** Shapes of one line: values of headers, fields and arguments. */
export const lineShapes: readonly Shape[] = [
  ...['', 'pseudopseudohypopara'].map(start => counted(start, ' ')),
  ...lineUnits.map(repeated),
];

/** A generator of further shapes out of the same material: two or three pieces put together, repeated, nested or lined. */
export function randomShape(units: readonly Shape[], random: () => number): Shape {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const piece = () => pick(units).make(1 + Math.floor(random() * 6));
  const [a, b, c] = [piece(), piece(), piece()];
  return pick([
    () => repeated(a + b),
    () => repeated(a + b + c),
    () => within(a, b, c),
    () => within(a + b, b + c, c),
    () => nested(a, b, c),
    () => nested(a + b, c, b),
    () => lined(a + b, 20 + Math.floor(random() * 940)),
    () => counted(a, b + c),
    () => stairs(a + b, 2 + Math.floor(random() * 60)),
  ])();
}
