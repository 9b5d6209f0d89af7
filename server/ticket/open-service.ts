/** Opens the ticket service. */

import { candidateChooser, ticketIssuer } from './issue.ts';
import { ticketRedeemer } from './redeem.ts';
import { CappedHolders } from './rule/capped.ts';
import type { TicketContext, TicketService } from './service.ts';

/** Makes the service that issues and redeems tickets, always by the present settings. */
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
