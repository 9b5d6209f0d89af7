/** Makes the refusals of documents that tenants or runners sent and that are not valid. */
import { type Fault, firstFaults, maxFaults } from '#document/text/fault.ts';
import { listedFault, Refusal } from '../support/refusal.ts';

/**
 * Makes the refusal of a document, with its faults in the order of the text.
 * @param undone a sentence that says what did not happen, such as `Nothing was registered.`
 */
export function notValid(undone: string, faults: readonly Fault[]): Refusal {
  const listed = firstFaults(relevantOf(faults));
  const which = listed.length < maxFaults ? 'what is listed below' : `the first ${maxFaults} faults below`;
  return new Refusal('validation_failed', `${undone} Correct ${which} and send it again.`, {
    errors: listed.map(listedFault),
  });
}

/**
 * Returns the faults to list. A document that names another schema has other fields, so only its faults in `schema` and `kind`
 * are listed.
 */
function relevantOf(faults: readonly Fault[]): readonly Fault[] {
  const isOther = faults.some(({ field, rule }) => field === 'schema' && rule === 'value');
  return isOther ? faults.filter(({ field }) => field === 'schema' || field === 'kind') : faults;
}

/** Makes the refusal of a body that is not text in UTF-8. */
export const notText = (faults: readonly Fault[]): Refusal =>
  new Refusal('malformed_request', 'The body cannot be read as UTF-8 without byte-order mark.', {
    errors: faults.map(listedFault),
  });
