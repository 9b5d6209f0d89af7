/** The part of a long question that counts: the rarest of it, which says most and costs least. */

/**
 * The rarest of some things that occur, in the order in which they were given.
 * @param most how many at most
 * @param frequencyOf how often one occurs in what is searched
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
