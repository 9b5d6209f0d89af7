/** Makes ticket keys. */

/** A new key: a name, the secret of its MACs and the secret of its network ids, as they are stored. */
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
