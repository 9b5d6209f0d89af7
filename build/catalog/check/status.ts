/**
 * Changes of status, as the state machine allows them (docs/formations.md#14).
 *
 * A change of what is not published, `revoked` without a reason, `active` after `superseded`, and a successor that does not
 * exist are refused.
 */
import type { Catalog } from '../source/catalog.ts';
import type { SourceFault } from '../source/source-fault.ts';

export function checkStatuses(catalog: Catalog): SourceFault[] {
  return [...catalog.statusFaults];
}
