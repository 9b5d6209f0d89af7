/** Opens the ticket service. */

import { candidateChooser, ticketIssuer } from './issue.ts';
import { ticketRedeemer } from './redeem.ts';
import { CappedHolders } from './rule/capped.ts';
import type { TicketContext, TicketService } from './service.ts';

/** The service that issues and redeems tickets by the settings of the moment. */
export function openTicketService(context: TicketContext): TicketService {
  const capped = new CappedHolders();
  return {
    candidate: candidateChooser(context, capped),
    issue: ticketIssuer(context, capped),
    ...ticketRedeemer(context, capped),
    get pausedForSeconds() {
      return context.settings.current.pausedForSeconds;
    },
  };
}
