/** Shapes of costly texts: each gives a text of any size, so that its cost can be compared at two of them. */

/** A shape of text. */
export interface Shape {
  name: string;
  /** A text of about as many characters. */
  make(size: number): string;
}

const fill = (unit: string, size: number): string =>
  unit === '' ? '' : unit.repeat(Math.max(1, Math.ceil(size / unit.length))).slice(0, Math.max(1, size));

/** A unit again and again. */
export const repeated = (unit: string): Shape => ({
  name: `repeat ${JSON.stringify(unit)}`,
  make: size => fill(unit, size),
});

/** A unit again and again, between a beginning and an end. */
export const within = (before: string, unit: string, after: string): Shape => ({
  name: `repeat ${JSON.stringify(unit)} between ${JSON.stringify(before)} and ${JSON.stringify(after)}`,
  make: size => before + fill(unit, size - before.length - after.length) + after,
});

/** As many beginnings as ends, with something between. */
export const nested = (open: string, middle: string, close: string): Shape => ({
  name: `nest ${JSON.stringify(open)} ${JSON.stringify(middle)} ${JSON.stringify(close)}`,
  make(size) {
    const depth = Math.max(1, Math.floor((size - middle.length) / Math.max(1, open.length + close.length)));
    return open.repeat(depth) + middle + close.repeat(depth);
  },
});

/** Lines of a unit repeated, each as long as given. */
export const lined = (unit: string, length: number): Shape => ({
  name: `lines of ${length} of ${JSON.stringify(unit)}`,
  make: size => fill(`${fill(unit, length)}\n`, size),
});

/** Lines that begin further and further in, to a depth. */
export const stairs = (unit: string, depth: number): Shape => ({
  name: `stairs ${JSON.stringify(unit)} to ${depth}`,
  make(size) {
    let text = '';
    for (let step = 0; text.length < size; step += 1) text += `${' '.repeat(step % depth)}${unit}\n`;
    return text.slice(0, size);
  },
});

/** Lines of a unit with its number, so that no two are the same. */
export const counted = (before: string, after: string): Shape => ({
  name: `count ${JSON.stringify(before)} … ${JSON.stringify(after)}`,
  make(size) {
    let text = '';
    for (let number = 0; text.length < size; number += 1) text += before + number.toString(36) + after;
    return text.slice(0, size);
  },
});

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
