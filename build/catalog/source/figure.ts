/**
 * Finds figures in a text, which are numbers that state a result, and gives each one form, however it is written.
 *
 * - a number with a unit: `90.2 %`, `15x`, `15 times`, `fifteen times`, `$0.70`, `20 points`
 * - an exact or large number: `0.373`, `20,000`, `56.9K`, `+34`, `348`
 * - no figure: `three workers`, `5 rounds`, `2024`, `GPT-4`, `v3`, `pass^8`
 */

import { numberWords } from '../../document/text/plain-text.ts';

type FigureUnit = '' | '%' | 'x' | '$' | 'points';

export interface Figure {
  /** The value without a sign, because texts state a gain or a loss in words as often as by a sign. */
  value: number;
  unit: FigureUnit;
}

interface FoundFigure extends Figure {
  /** The figure as the text writes it. */
  text: string;
  start: number;
}

interface FoundNumber extends FoundFigure {
  end: number;
  exact: boolean;
}

/** The words for the numbers from two on. The word `one` rarely states a number, so it is left out. */
const words = numberWords.slice(1);
const valueOfWord = new Map(words.map((word, at) => [word, at + 2]));

const digits = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`;
const magnitude = String.raw`(?:[KMB]\b|k\b| thousand\b| million\b| billion\b)`;
const unit = String.raw`\s?(?:%|percent\b|per cent\b)|\s?[x×](?![\w])|[\s-](?:times|fold)\b|\s(?:percentage )?points?\b`;

// Names and versions are not figures: a number may not follow a letter or digit, `.`, `^`, or a name with a hyphen.
const number = new RegExp(
  String.raw`(?<![\w.^])(?<![A-Za-z]\d*-)(?<sign>[+-])?(?<dollar>\$)?(?:(?<digits>${digits})|(?<word>${words.join('|')})\b)` +
    String.raw`(?<magnitude>${magnitude})?(?<unit>${unit})?(?![\w]|\.\d|-[A-Za-z])`,
  'gi',
);

/** The text between two numbers that share the unit of the second, as in `3 to 5 percent`. */
const connector = /^\s?(?:-|to|and|or)\s?$/;

const smallest = 10;

/** Returns the figures of a text, in order. */
export function figuresOf(text: string): FoundFigure[] {
  const plain = text.replace(/[−–—‑]/g, '-').replace(/[\u00a0\u2009\u202f\n]/g, ' ');
  const numbers = [...plain.matchAll(number)].map(readNumber);
  for (const [index, found] of numbers.entries()) {
    const next = numbers[index + 1];
    if (!next || found.unit !== '' || !connector.test(plain.slice(found.end, next.start))) continue;
    found.unit = next.unit === '$' ? '' : next.unit;
  }
  return numbers.filter(isFigure).map(({ text, value, unit, start }) => ({ text, value, unit, start }));
}

function readNumber(match: RegExpMatchArray): FoundNumber {
  const { sign, dollar, digits = '', word, magnitude = '', unit = '' } = match.groups!;
  const base = word ? valueOfWord.get(word.toLowerCase())! : Number(digits.replaceAll(',', ''));
  const factor = factorOf(magnitude.trim().toLowerCase());
  return {
    text: match[0].trim(),
    value: Number((base * factor).toPrecision(12)),
    unit: dollar ? '$' : unitOf(unit.trim().toLowerCase()),
    start: match.index!,
    end: match.index! + match[0].length,
    exact: sign !== undefined || digits.includes('.') || factor > 1,
  };
}

function factorOf(magnitude: string): number {
  if (magnitude.startsWith('k') || magnitude === 'thousand') return 1e3;
  if (magnitude.startsWith('m')) return 1e6;
  return magnitude.startsWith('b') ? 1e9 : 1;
}

function unitOf(unit: string): FigureUnit {
  if (unit === '') return '';
  if (unit.endsWith('point') || unit.endsWith('points')) return 'points';
  return unit === '%' || unit.startsWith('per') ? '%' : 'x';
}

const isYear = ({ value, unit, exact }: FoundNumber): boolean =>
  unit === '' && !exact && value >= 1900 && value < 2100;

const isFigure = (found: FoundNumber): boolean =>
  !isYear(found) && (found.unit !== '' || found.exact || found.value >= smallest);

/** Writes a figure in its one form, such as `90.2%`, `$3` or `4 points`. */
export function writeFigure({ value, unit }: Figure): string {
  if (unit === '$') return `$${value}`;
  return unit === 'points' ? `${value} points` : `${value}${unit}`;
}

/** Reads a figure from the text that `writeFigure` makes of it, such as `90.2%`, `$3` or `4 points`. */
export function readFigure(text: string): Figure {
  const [, dollar, value, unit = ''] = /^(\$?)([\d.e+-]+)(.*)$/s.exec(text)!;
  return { value: Number(value), unit: dollar ? '$' : (unit.trim() as FigureUnit) };
}

/**
 * Tells whether a figure of a source is the one that a page cites. The source may leave the unit to its words ("accuracy,
 * percent: 84.1") and give a share as 0.631, which pages write as 63.1%. A page may call points what the source gives in percent
 * of the whole.
 */
export function states(source: Figure, cited: Figure): boolean {
  const isShare = source.unit === '' && source.value <= 1 && (cited.unit === '%' || cited.unit === 'points');
  if (isShare && Number((source.value * 100).toPrecision(12)) === cited.value) return true;
  if (source.value !== cited.value) return false;
  if (source.unit === cited.unit || source.unit === '' || cited.unit === '') return true;
  return source.unit === '%' && cited.unit === 'points';
}
