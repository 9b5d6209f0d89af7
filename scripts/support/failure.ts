/** The reasons why the command ends without success. Its exit codes are part of the contract (docs/command.md#4). */

export const exitCodes = {
  /** A check failed: drift, a revoked version, a proof that does not hold. */
  failed: 1,
  /** The command was used wrongly, or the service refused what it was sent. */
  wrongUse: 2,
  /** The catalog cannot be reached. */
  away: 3,
} as const;

/** An end that the command foresees. Its message says what was wrong and what to do next. */
export class Failure extends Error {
  override name = 'Failure';
  readonly exitCode: number;

  constructor(reason: keyof typeof exitCodes, message: string) {
    super(message);
    this.exitCode = exitCodes[reason];
  }
}

/** Makes the failure of a command whose check failed. */
export const failed = (message: string): Failure => new Failure('failed', message);

/** Makes the failure of a command that was used wrongly. */
export const wrongUse = (message: string): Failure => new Failure('wrongUse', message);

/** Makes the failure of a command that cannot reach the catalog. */
export const away = (message: string): Failure => new Failure('away', message);
