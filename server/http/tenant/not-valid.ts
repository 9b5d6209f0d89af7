/** The refusal of a document that a tenant or runner sent and that is not valid. */
import { byPlace, type Fault } from '#document/fault.ts';
import { Refusal, refusedField } from '../../refusal.ts';

/** The most faults that one answer lists: nobody mends more at once, and an answer must not outgrow its question. */
const maxFaults = 100;

/**
 * Refuses a document with its faults, in the order in which a reader meets them.
 * @param undone what did not happen, such as `Nothing was registered.`
 */
export function notValid(undone: string, faults: readonly Fault[]): Refusal {
  const relevant = relevantOf(faults);
  const shown = [...relevant].sort(byPlace).slice(0, maxFaults);
  const which =
    shown.length < relevant.length
      ? `the first ${maxFaults} of ${relevant.length} faults below`
      : 'what is listed below';
  return new Refusal('validation_failed', `${undone} Mend ${which} and send it again.`, {
    errors: shown.map(refusedField),
  });
}

/** A document of another schema has fields of its own, so what they lack of this one says nothing. */
function relevantOf(faults: readonly Fault[]): readonly Fault[] {
  const isOther = faults.some(({ field, rule }) => field === 'schema' && rule === 'value');
  return isOther ? faults.filter(({ field }) => field === 'schema' || field === 'kind') : faults;
}

/** Refuses a body that is no text. */
export const notText = (faults: readonly Fault[]): Refusal =>
  new Refusal('malformed_request', 'The body cannot be read as UTF-8 without byte-order mark.', {
    errors: faults.map(refusedField),
  });
