/** The option by which people say what agents and tools of a trace are called in the formation. */
import { InvalidArgumentError } from 'commander';

export const nameOption = [
  '--name <seen=declared>',
  'what an agent or tool of the trace is called in the formation; `-` for an agent that is no role',
] as const;

/** @throws InvalidArgumentError unless it is two names with `=` between them */
export function readName(text: string, known: ReadonlyMap<string, string>): Map<string, string> {
  const at = text.lastIndexOf('=');
  if (at < 1 || at === text.length - 1)
    throw new InvalidArgumentError('Expected SEEN=DECLARED, such as pytest=run-tests.');
  return new Map([...known, [text.slice(0, at), text.slice(at + 1)]]);
}
