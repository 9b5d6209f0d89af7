/** Makes ticket keys. */

/** Makes a new key in the form in which it is stored: its name, the secret of MACs, and the secret of network ids. */
export function newTicketKey(randomBytes: (size: number) => Buffer): {
  id: string;
  ticketSecret: string;
  networkSecret: string;
} {
  return {
    id: randomBytes(6).toString('hex'),
    ticketSecret: randomBytes(32).toString('base64'),
    networkSecret: randomBytes(32).toString('base64'),
  };
}
