/**
 * Shares and chances in the form in which documents write them. Only whole numbers are numbers in documents, so these are
 * texts.
 */
import { z } from 'zod';

export const share = z
  .string()
  .regex(/^(?:0\.\d{4}|1\.0000)$/, 'expected a share such as "0.7340"')
  .meta({
    named: 'share',
    rules: 'a decimal text from `0.0000` to `1.0000`, four digits after the point',
    examples: ['0.7340'],
  });

/** A difference of shares, from -1 to 1. */
export const signedShare = z
  .string()
  .regex(/^-?(?:0\.\d{4}|1\.0000)$/, 'expected a difference such as "-0.0500"')
  .meta({
    named: 'signed_share',
    rules: 'a decimal text from `-1.0000` to `1.0000`, four digits after the point',
    examples: ['0.1500'],
  });

/** A number from 0 upwards that may exceed 1: a ratio. */
export const decimal = z
  .string()
  .regex(/^\d{1,12}\.\d{4}$/, 'expected a decimal such as "2.5000"')
  .meta({
    named: 'decimal',
    rules: 'a decimal text, four digits after the point',
    examples: ['2.5000'],
  });

/** A part of an error rate, with six digits, since it may be far below a ten-thousandth. */
export const decimal6 = z
  .string()
  .regex(/^\d\.\d{6}$/, 'expected a decimal such as "0.025000"')
  .meta({
    named: 'decimal of six digits',
    rules: 'a decimal text, six digits after the point',
    examples: ['0.025000'],
  });

/** Writes the difference of shares, from -1 to 1, that is nearest to a number. It has four digits after the point. */
export const nearestSigned = (value: number): string => {
  const text = Math.min(1, Math.max(-1, value)).toFixed(4);
  return text === '-0.0000' ? '0.0000' : text;
};

/** Writes the share, from 0 to 1, that is nearest to a number. It has four digits after the point. */
export const nearest = (value: number): string => Math.min(1, Math.max(0, value)).toFixed(4);

/**
 * Writes the nearest share with four digits after the point at or below a value. For lower ends of intervals, so that none is
 * stated too high.
 */
export const roundedDown = (value: number): string => nearest(Math.floor(value * 1e4 + 1e-9) / 1e4);

/**
 * Writes the nearest share with four digits after the point at or above a value. For upper ends of intervals and chances of
 * error, so that none is stated too low.
 */
export const roundedUp = (value: number): string => nearest(Math.ceil(value * 1e4 - 1e-9) / 1e4);

/** Writes the nearest difference of shares at or below a value. `signedUp` writes the nearest one at or above it. */
export const signedDown = (value: number): string => nearestSigned(Math.floor(value * 1e4 + 1e-9) / 1e4);
export const signedUp = (value: number): string => nearestSigned(Math.ceil(value * 1e4 - 1e-9) / 1e4);

const mostDecimal = 999_999_999_999;

/** A value and the ends of its interval. */
type Estimate = Record<'value' | 'low' | 'high', number>;

/**
 * Writes a ratio and the ends of its interval as decimals with four digits: the ratio rounded to the nearest, the low end rounded
 * down, and the high end rounded up.
 */
export const ratioTexts = ({ value, low, high }: Estimate): string[] =>
  [value, Math.floor(low * 1e4 + 1e-9) / 1e4, Math.ceil(high * 1e4 - 1e-9) / 1e4].map(each =>
    Math.min(mostDecimal, Math.max(0, each)).toFixed(4),
  );

/** Writes a difference and the ends of its interval: the difference to the nearest, the ends rounded outwards. */
export const differenceTexts = ({ value, low, high }: Estimate): string[] => [
  nearestSigned(value),
  signedDown(low),
  signedUp(high),
];

/** Writes a number as a decimal with four digits. */
export const decimalText = (value: number): string => value.toFixed(4);

/** Writes a part of an error rate with six digits, rounded down. `decimal6Up` writes a chance of error, rounded up. */
export const decimal6Down = (value: number): string => (Math.floor(value * 1e6 + 1e-7) / 1e6).toFixed(6);
export const decimal6Up = (value: number): string =>
  (Math.min(1e6, Math.ceil(value * 1e6 - 1e-7)) / 1e6).toFixed(6);
