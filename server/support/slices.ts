/** Does long work in slices, between which requests are answered. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The most milliseconds that others wait for a slice, unless a single step takes longer. */
const sliceMilliseconds = 3;

export class Slices {
  #end = performance.now() + sliceMilliseconds;

  /** Begins the next slice, after everything else that waits has had its turn. Called between steps. */
  async pause(): Promise<void> {
    await nextTurn();
    this.#end = performance.now() + sliceMilliseconds;
  }

  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  /** Runs a generator in slices, and returns its result. */
  async finish<Value>(making: Generator<unknown, Value>): Promise<Value> {
    let step = making.next();
    while (!step.done) {
      if (this.isOver) await this.pause();
      step = making.next();
    }
    return step.value;
  }
}
