/**
 * A transport of the SDK over which one long-lived server answers all requests of an era. Different clients may choose the same
 * id, so each request is given a number in place of its id, and gets its id back with the answer.
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

/** The milliseconds after which an answer is given up. */
const maxAnswerMilliseconds = 20_000;

interface PendingRequest<Caller> {
  id: string | number;
  caller: Caller;
  deadline: NodeJS.Timeout;
  resolve(response: JSONRPCResponse): void;
}

/**
 * A transport that matches answers to requests. `Caller` holds what handlers may know about the client; it is kept under the
 * number of the request.
 */
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

  /** Returns the number of requests that wait for their answers. */
  get size(): number {
    return this.#open.size;
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {
    this.onclose?.();
  }

  /** Passes a request to the server, and resolves with its answer. If the handler takes too long, resolves with an error. */
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

  /**
   * Takes a message of the server. An answer resolves its request; any other message is dropped, since it cannot be part of a
   * JSON answer.
   */
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
