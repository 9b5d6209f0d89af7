/**
 * A transport of the SDK over which one long-lived server answers all requests of an era at once. Each request gets a
 * number of its own in place of its id, which any client may have chosen like any other, and its id back with the answer.
 */
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  JSONRPCResponse,
  MessageExtraInfo,
  Transport,
} from '@modelcontextprotocol/server';
import type { RpcMessage } from './message.ts';
import { rpcCode } from './rpc-refusal.ts';

/** An answer that takes longer is given up, in milliseconds. */
const maxAnswerMilliseconds = 20_000;

interface PendingRequest<Caller> {
  id: string | number;
  caller: Caller;
  deadline: NodeJS.Timeout;
  resolve(response: JSONRPCResponse): void;
}

/** `Caller` is what handlers may know about the client; it is kept under the id of the request. */
export class Channel<Caller> implements Transport {
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  #last = 0;
  readonly #open = new Map<number, PendingRequest<Caller>>();
  readonly #maxMilliseconds: number;

  constructor(maxMilliseconds = maxAnswerMilliseconds) {
    this.#maxMilliseconds = maxMilliseconds;
  }

  /** Returns the number of requests that await their answers. */
  get size(): number {
    return this.#open.size;
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.();
  }

  /** Has a request answered. Every request is: a handler that does not come back is answered for. */
  request(message: RpcMessage & { id: string | number }, caller: Caller): Promise<JSONRPCResponse> {
    this.#last += 1;
    const number = this.#last;
    return new Promise(resolve => {
      const deadline = setTimeout(() => this.#giveUp(number), this.#maxMilliseconds);
      this.#open.set(number, { id: message.id, caller, deadline, resolve });
      this.onmessage?.({ ...message, id: number } as JSONRPCRequest);
    });
  }

  /** Returns the client that sent the request with a number. */
  callerOf(number: unknown): Caller {
    return this.#open.get(number as number)!.caller;
  }

  /** Takes the answer of the server. Other messages during a call cannot be part of a JSON answer. */
  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message) return;
    const pending = this.#open.get(message.id as number);
    if (!pending) return;
    clearTimeout(pending.deadline);
    this.#open.delete(message.id as number);
    pending.resolve({ ...message, id: pending.id } as JSONRPCResponse);
  }

  #giveUp(number: number): void {
    const error = { code: rpcCode.internalError, message: 'The call took too long. Try it again later.' };
    this.send({ jsonrpc: '2.0', id: number, error });
    this.onmessage?.({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: number, reason: 'took too long' },
    });
  }
}
