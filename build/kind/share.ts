/** Shares and chances as documents write them: whole numbers alone are numbers there, so these are texts. */
import { z } from 'zod';

export const share = z
  .string()
  .regex(/^(?:0\.\d{4}|1\.0000)$/, 'expected a share such as "0.7340"')
  .meta({
    named: 'share',
    rules: 'a decimal text from `0.0000` to `1.0000`, four digits after the point',
    examples: ['0.7340'],
  });

/** A difference of shares. */
export const signedShare = z
  .string()
  .regex(/^-?(?:0\.\d{4}|1\.0000)$/, 'expected a difference such as "-0.0500"')
  .meta({
    named: 'signed_share',
    rules: 'a decimal text from `-1.0000` to `1.0000`, four digits after the point',
    examples: ['0.1500'],
  });

/** A number from 0 upwards that may exceed 1: a ratio, or an e-value. */
export const decimal = z
  .string()
  .regex(/^\d{1,12}\.\d{4}$/, 'expected a decimal such as "2.5000"')
  .meta({
    named: 'decimal',
    rules: 'a decimal text, four digits after the point',
    examples: ['2.5000'],
  });

/** The nearest difference of shares that `signedShare` can write. */
export const nearestSigned = (value: number): string => {
  const text = Math.min(1, Math.max(-1, value)).toFixed(4);
  return text === '-0.0000' ? '0.0000' : text;
};

/** The decimal at or below a number; the largest that fits when it is larger. */
export const decimalDown = (value: number): string =>
  Math.min(999_999_999_999, Math.floor(value * 1e4) / 1e4).toFixed(4);

/** The nearest share. */
export const nearest = (value: number): string => Math.min(1, Math.max(0, value)).toFixed(4);

/** The share at or below a value: for lower ends, so that none is stated too high. */
export const roundedDown = (value: number): string => nearest(Math.floor(value * 1e4 + 1e-9) / 1e4);

/** The share at or above a value: for upper ends and chances of error, so that none is stated too low. */
export const roundedUp = (value: number): string => nearest(Math.ceil(value * 1e4 - 1e-9) / 1e4);
