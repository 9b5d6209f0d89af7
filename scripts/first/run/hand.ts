/** Which texts each of several who act in one role sees: what was handed to one of them, the others do not get. */
import type { Answer, Message, Role, Written } from './team.ts';

/**
 * The numbers of the texts that go with each message. They are marked as handed to the role that gets it.
 * @param receivers the role that each message goes to
 * @param written the texts of the same answer, in its order
 */
export function handOver(
  messages: Answer['messages'],
  receivers: readonly Role[],
  written: readonly Written[],
): number[][] {
  return messages.map(({ gives }, at) => {
    const role = receivers[at]!;
    const given =
      gives && gives.length > 0
        ? gives.map(number => written[number - 1]!)
        : inTurn(messages, receivers, written, at);
    for (const each of given) each.handedTo.add(role.id);
    return given.map(({ number }) => number);
  });
}

/** The texts that fall to a message because as many were written as messages go to the role. */
function inTurn(
  messages: Answer['messages'],
  receivers: readonly Role[],
  written: readonly Written[],
  at: number,
): Written[] {
  const role = receivers[at]!;
  const alike = messages.flatMap(({ gives = [] }, other) =>
    receivers[other] === role && gives.length === 0 ? [other] : [],
  );
  // One text for the only one who acts in a role is for all who will.
  if (alike.length === 1 && (role.most ?? 1) === 1) return [];
  return role.reads.flatMap(work => {
    const texts = written.filter(({ name }) => name === work);
    return texts.length === alike.length ? [texts[alike.indexOf(at)]!] : [];
  });
}

/** What a role may see in a turn that some messages begin: of the works that it reads, all that was handed to no other instance. */
export const visibleTo = (role: Role, messages: readonly Message[], written: readonly Written[]): Written[] =>
  role.reads.flatMap(work =>
    written.filter(
      each =>
        each.name === work &&
        (!each.handedTo.has(role.id) || messages.some(({ held }) => held.includes(each.number))),
    ),
  );
