/** Verbs about lists that roles wrote: the same input gives the same output. */
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Refused } from './folder.ts';
import { defineVerb, type item, items, normalText, seed, shortText } from './verb.ts';

type Item = z.output<typeof item>;

const fields = z.array(shortText).min(1).max(8);

/** Items in an order that a seed draws. */
function drawn<Value>(values: readonly Value[], from: string): Value[] {
  const keyOf = (at: number) => createHash('sha256').update(`${from}\n${at}`).digest('hex');
  return values
    .map((value, at) => ({ value, key: keyOf(at) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ value }) => value);
}

const wordSet = (text: string): Set<string> => new Set(text.split(/[^\p{L}\p{N}]+/u).filter(Boolean));

/** The words that two texts share, of all that they have. */
function likeness(a: Set<string>, b: Set<string>): number {
  const shared = [...a].filter(word => b.has(word)).length;
  const all = a.size + b.size - shared;
  return all === 0 ? 1 : shared / all;
}

interface Group {
  first: Item;
  all: Item[];
  words: Set<string>;
  key: string;
}

const deduplicate = defineVerb(
  'deduplicate',
  'Groups items whose fields are equal in normal form. `near` groups also those that share so many of their words, from 0 to 1; ' +
    '`within` only those whose times lie so many minutes from the first of the group. Every group keeps all of its items.',
  {
    items,
    by: fields.describe('The fields that must be equal.'),
    near: z.number().min(0.1).max(1).optional(),
    within: z.strictObject({ field: shortText, minutes: z.number().min(0).max(1e6) }).optional(),
  },
  ({ items, by, near, within }) => {
    if (near !== undefined && items.length > 500)
      throw new Refused('With `near` there may be 500 items at most.');
    const groups: Group[] = [];
    const byKey = new Map<string, Group[]>();
    for (const each of items) {
      const key = JSON.stringify(by.map(field => normalText(each[field] ?? null)));
      const words = wordSet(by.map(field => normalText(each[field] ?? '')).join(' '));
      const candidates = near === undefined ? (byKey.get(key) ?? []) : groups;
      const found = candidates.find(
        group =>
          (group.key === key || (near !== undefined && likeness(words, group.words) >= near)) &&
          (!within || isWithin(group.first, each, within)),
      );
      if (found) found.all.push(each);
      else {
        const group = { first: each, all: [each], words, key };
        groups.push(group);
        byKey.set(key, [...(byKey.get(key) ?? []), group]);
      }
    }
    return { groups: groups.map(({ first, all }) => ({ item: first, copies: all.length, all })) };
  },
);

function isWithin(a: Item, b: Item, { field, minutes }: { field: string; minutes: number }): boolean {
  const apart = Math.abs(Date.parse(String(a[field])) - Date.parse(String(b[field])));
  return apart <= minutes * 60_000;
}

const sample = defineVerb(
  'sample',
  'Draws items at random, without repeats and in random order. With neither `share` nor `count` it puts all into a random order.',
  {
    items,
    share: z.number().min(0).max(1).optional(),
    count: z.int().min(0).max(5000).optional(),
    least: z.int().min(0).max(5000).optional().describe('Draws no fewer, where there are as many.'),
    seed,
  },
  ({ items, share, count, least = 0, seed: given }) => {
    const used = given ?? randomUUID();
    const wanted = count ?? (share === undefined ? items.length : Math.round(items.length * share));
    const all = drawn(items, used);
    const most = Math.max(wanted, least);
    return { drawn: all.slice(0, most), rest: all.slice(most), seed: used };
  },
);

const vote = defineVerb(
  'vote',
  'Counts votes. Answers are compared in normal form: small letters, spaces joined, fractions reduced, without `unit`. Below `least` ' +
    'there is no majority. On a tie the answer of `prefer` wins if it is among the first, and nobody otherwise.',
  {
    votes: z
      .array(
        z.strictObject({
          voter: shortText,
          answer: z.string().max(20_000),
          weight: z.number().min(0).max(1e6).optional(),
        }),
      )
      .min(1)
      .max(5000),
    least: z.number().min(0).max(1e9).optional(),
    prefer: z.string().max(20_000).optional(),
    unit: shortText.optional(),
  },
  ({ votes, least = 0, prefer, unit }) => {
    const voters = new Set(votes.map(({ voter }) => voter));
    if (voters.size < votes.length) throw new Refused('A voter has two votes.');
    const normal = (answer: string) =>
      normalText(
        unit && answer.trim().toLowerCase().endsWith(unit.toLowerCase())
          ? answer.trim().slice(0, -unit.length)
          : answer,
      );
    const counts = new Map<string, { answer: string; weight: number; voters: string[] }>();
    for (const { voter, answer, weight = 1 } of votes) {
      const count = counts.get(normal(answer)) ?? { answer, weight: 0, voters: [] };
      counts.set(normal(answer), {
        ...count,
        weight: count.weight + weight,
        voters: [...count.voters, voter],
      });
    }
    const tally = [...counts.values()].sort((a, b) => b.weight - a.weight);
    const total = tally.reduce((sum, { weight }) => sum + weight, 0);
    const firsts = tally.filter(({ weight }) => weight === tally[0]!.weight);
    const preferred = firsts.find(({ answer }) => prefer !== undefined && normal(answer) === normal(prefer));
    const winner = firsts.length === 1 ? firsts[0]! : preferred;
    const isMajority = winner !== undefined && winner.weight >= least;
    const lead = (tally[0]!.weight - (tally[1]?.weight ?? 0)) / (total || 1);
    return {
      answer: isMajority ? winner.answer : null,
      verdict: isMajority ? 'decided' : firsts.length > 1 ? 'tie' : 'no majority',
      share: total === 0 ? 0 : tally[0]!.weight / total,
      lead,
      tally,
    };
  },
);

const agreement = defineVerb(
  'agreement',
  'How often two judges agree, with the 95 % interval of Wilson, and the ids on which they differ.',
  {
    pairs: z
      .array(z.strictObject({ id: shortText, first: shortText, second: shortText }))
      .min(1)
      .max(5000),
  },
  ({ pairs }) => {
    const differ = pairs.filter(({ first, second }) => normalText(first) !== normalText(second));
    const [n, z2] = [pairs.length, 1.959964 ** 2];
    const share = (n - differ.length) / n;
    const middle = (share + z2 / (2 * n)) / (1 + z2 / n);
    const half = (Math.sqrt(z2) / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
    return {
      agree: n - differ.length,
      of: n,
      share,
      interval: [Math.max(0, middle - half), Math.min(1, middle + half)],
      differ: differ.map(({ id }) => id),
    };
  },
);

const match = defineVerb(
  'match',
  'Puts items of two lists together whose keys are equal, such as cases and rulings. An item of the second list without a partner is ' +
    'returned apart, as is one of the first.',
  { items, rulings: items, key: shortText, ruling_key: shortText.optional() },
  ({ items, rulings, key, ruling_key = key }) => {
    const byKey = new Map<string, Item[]>();
    for (const each of rulings) {
      const found = normalText(each[ruling_key] ?? null);
      byKey.set(found, [...(byKey.get(found) ?? []), each]);
    }
    const paired = items.map(each => ({
      item: each,
      rulings: byKey.get(normalText(each[key] ?? null)) ?? [],
    }));
    const known = new Set(items.map(each => normalText(each[key] ?? null)));
    return {
      matched: paired.filter(pair => pair.rulings.length > 0),
      open: paired.filter(pair => pair.rulings.length === 0).map(pair => pair.item),
      stray: rulings.filter(each => !known.has(normalText(each[ruling_key] ?? null))),
    };
  },
);

const arrange = defineVerb(
  'arrange',
  'Sorts items by a field: in the order of `values` where it is given, as numbers or as text otherwise. Equal items keep their order.',
  {
    items,
    by: shortText,
    values: z.array(shortText).max(200).optional(),
    descending: z.boolean().optional(),
  },
  ({ items, by, values, descending = false }) => {
    const rank = (each: Item) => {
      const at = values?.indexOf(String(each[by])) ?? -1;
      return at < 0 ? (values?.length ?? 0) : at;
    };
    const compare = (a: Item, b: Item) => {
      if (values) return rank(a) - rank(b);
      const [x, y] = [a[by], b[by]];
      if (typeof x === 'number' && typeof y === 'number') return x - y;
      return normalText(x ?? '') < normalText(y ?? '')
        ? -1
        : normalText(x ?? '') > normalText(y ?? '')
          ? 1
          : 0;
    };
    return { items: [...items].sort((a, b) => (descending ? compare(b, a) : compare(a, b))) };
  },
);

const reading = z.array(
  z.strictObject({
    document: shortText,
    field: shortText,
    value: z.string().max(20_000),
    quote: z.string().max(20_000).optional(),
  }),
);

const compareReadings = defineVerb(
  'compare_readings',
  'Compares two readings field by field in normal form. A field that one reading lacks is in conflict.',
  { first: reading.max(5000), second: reading.max(5000) },
  ({ first, second }) => {
    const keyOf = ({ document, field }: { document: string; field: string }) =>
      JSON.stringify([document, field]);
    const [a, b] = [first, second].map(list => new Map(list.map(each => [keyOf(each), each])));
    const keys = [...new Set([...a!.keys(), ...b!.keys()])];
    const compared = keys.map(key => {
      const [document, field] = JSON.parse(key) as [string, string];
      return { document, field, first: a!.get(key) ?? null, second: b!.get(key) ?? null };
    });
    const isAgreed = ({ first, second }: (typeof compared)[number]) =>
      first !== null && second !== null && normalText(first.value) === normalText(second.value);
    const conflicts = compared.filter(each => !isAgreed(each));
    return {
      agreed: compared.filter(isAgreed),
      conflicts,
      share: keys.length === 0 ? 0 : conflicts.length / keys.length,
    };
  },
);

export const listVerbs = [deduplicate, sample, vote, agreement, match, arrange, compareReadings];
