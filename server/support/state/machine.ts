/**
 * State machines as data: a table that says which event leads from which state to which. What is not in the table cannot
 * happen.
 */

/** For each state, the states to which events lead. A state without events is final. */
export type Machine<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>;

/** Returns the states in which an event is allowed, which are the states from which a compare-and-swap may start. */
export function statesThatAllow<State extends string, Event extends string>(
  machine: Machine<State, Event>,
  event: Event,
): State[] {
  return (Object.keys(machine) as State[]).filter(state => machine[state][event] !== undefined);
}

/**
 * Returns the SQL of a compare-and-swap: the assignment of the new state, and the condition on the present one. The states are
 * constants of this code, so they are part of the text, where a partial index on one of them applies.
 * @throws Error when the event leads to different states, or is allowed in none
 */
export function swap<State extends string, Event extends string>(
  machine: Machine<State, Event>,
  event: Event,
): { set: string; where: string } {
  const from = statesThatAllow(machine, event);
  const [to, ...others] = new Set(from.map(state => machine[state][event]));
  if (to === undefined || others.length > 0)
    throw new Error(`The event ${event} does not lead to one state.`);
  const where =
    from.length === 1 ? `state = '${from[0]}'` : `state IN (${from.map(s => `'${s}'`).join(', ')})`;
  return { set: `state = '${to}'`, where };
}
