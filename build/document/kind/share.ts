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

/** The nearest share. */
export const nearest = (value: number): string => Math.min(1, Math.max(0, value)).toFixed(4);

/** The share at or below a value: for lower ends, so that none is stated too high. */
export const roundedDown = (value: number): string => nearest(Math.floor(value * 1e4 + 1e-9) / 1e4);

/** The share at or above a value: for upper ends and chances of error, so that none is stated too low. */
export const roundedUp = (value: number): string => nearest(Math.ceil(value * 1e4 - 1e-9) / 1e4);
