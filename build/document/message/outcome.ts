/** The outcomes that reports on use tickets may state. */

/** The outcomes that a receipt may state. */
export const outcomes = ['pass', 'partial', 'fail', 'abandoned'] as const;

/** The outcomes that a compact report over MCP may state (docs/use-tickets.md#15). */
export const compactOutcomes = ['worked', 'partly', 'did_not_work'] as const;
export type CompactOutcome = (typeof compactOutcomes)[number];
