/** The refusal of a document that a tenant or runner sent and that is not valid. */
import { type Fault, firstFaults, maxFaults } from '#document/text/fault.ts';
import { listedFault, Refusal } from '../support/refusal.ts';

/**
 * Refuses a document with its faults, in the order in which a reader meets them.
 * @param undone what did not happen, such as `Nothing was registered.`
 */
export function notValid(undone: string, faults: readonly Fault[]): Refusal {
  const listed = firstFaults(relevantOf(faults));
  const which = listed.length < maxFaults ? 'what is listed below' : `the first ${maxFaults} faults below`;
  return new Refusal('validation_failed', `${undone} Correct ${which} and send it again.`, {
    errors: listed.map(listedFault),
  });
}

/** A document of another schema has fields of its own, so what they lack of this one says nothing. */
function relevantOf(faults: readonly Fault[]): readonly Fault[] {
  const isOther = faults.some(({ field, rule }) => field === 'schema' && rule === 'value');
  return isOther ? faults.filter(({ field }) => field === 'schema' || field === 'kind') : faults;
}

/** Refuses a body that is not text. */
export const notText = (faults: readonly Fault[]): Refusal =>
  new Refusal('malformed_request', 'The body cannot be read as UTF-8 without byte-order mark.', {
    errors: faults.map(listedFault),
  });
