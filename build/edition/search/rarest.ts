/** The part of a long question that counts: its rarest words, which say most and are the fastest to look up. */

/**
 * Returns the rarest of some things, in the order in which they were given. Things that do not occur are left out.
 * @param most the most things to return
 * @param frequencyOf returns how often a thing occurs in what is searched
 */
export function rarestOf<Thing>(
  things: readonly Thing[],
  most: number,
  frequencyOf: (thing: Thing) => number,
): Thing[] {
  const known = things
    .map((thing, at) => ({ thing, at, frequency: frequencyOf(thing) }))
    .filter(({ frequency }) => frequency > 0);
  if (known.length > most) known.sort((a, b) => a.frequency - b.frequency).splice(most);
  return known.sort((a, b) => a.at - b.at).map(({ thing }) => thing);
}
