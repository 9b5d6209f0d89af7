/** Why a log was refused. */

/**
 * `shrink`: an entry would disappear; `fork`: an entry would differ; `damaged`: the files contradict each other;
 * `unknown-signer`: no key of the deployment signed its checkpoint; `lost`: there was one and it is gone; `unreachable`: the live
 * one cannot be read.
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
