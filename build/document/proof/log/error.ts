/** The reasons why a log is refused. */

/**
 * The reason why a log is refused. `shrink`: an entry would disappear. `fork`: an entry would change. `damaged`: the files
 * contradict each other. `unknown-signer`: no key of the deployment signed the checkpoint. `lost`: there was a log, and it is
 * gone. `unreachable`: the log that is served cannot be read.
 */
export type LogFault = 'shrink' | 'fork' | 'damaged' | 'unknown-signer' | 'lost' | 'unreachable';

export class LogError extends Error {
  override name = 'LogError';
  readonly fault: LogFault;
  constructor(fault: LogFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
