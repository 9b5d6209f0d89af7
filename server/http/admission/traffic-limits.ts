/**
 * The limits on the traffic of one process, which the operator sets. Each process of a deployment has these limits for itself.
 */

export interface TrafficLimits {
  /** The most connections at the same time. */
  connections: number;
  /**
   * The most connections of one network at the same time; undefined stands for a sixteenth of all connections, and at least 32.
   */
  connectionsPerAddress: number | undefined;
  /** The most refused credentials of one network in a minute. */
  authFailuresPerMinute: number;
  /** The most use receipts of one network in a minute. */
  receiptsPerMinute: number;
  /**
   * The most requests of one network in a minute that are searches over HTTP, or go to the MCP endpoint without a credential.
   */
  mcpRequestsPerMinute: number;
  /** The most processor time that searches may take, in per cent. */
  searchShare: number;
  /** The most requests of one credential that may wait for an event at the same time. */
  longPollsPerCredential: number;
}
