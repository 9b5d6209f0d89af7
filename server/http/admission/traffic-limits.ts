/** How much traffic a process takes: the settings of the operator. A deployment of several processes has each of them once a process. */

export interface TrafficLimits {
  /** Connections at a time. */
  connections: number;
  /** Connections at a time from one network; undefined: a sixteenth of all, and at least 32. */
  connectionsPerAddress: number | undefined;
  /** Refused credentials of one network in a minute. */
  authFailuresPerMinute: number;
  /** Use receipts of one network in a minute. */
  receiptsPerMinute: number;
  /** Requests to the MCP endpoint without a credential, and searches over HTTP, of one network in a minute. */
  mcpRequestsPerMinute: number;
  /** The share of the processor time that searches may take, in per cent. */
  searchShare: number;
  /** Requests of one credential that wait for an event at the same time. */
  longPollsPerCredential: number;
}
