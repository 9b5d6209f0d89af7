/** Long work in slices, between which requests are answered. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The most milliseconds that others wait, if no single step takes longer. */
const sliceMilliseconds = 3;

export class Slices {
  #end = performance.now() + sliceMilliseconds;

  /** Lets others have their turn, where a slice is over. Called between steps. */
  async pause(): Promise<void> {
    await nextTurn();
    this.#end = performance.now() + sliceMilliseconds;
  }

  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  /** Takes the steps of a generator in slices, and returns its result. */
  async finish<Value>(making: Generator<unknown, Value>): Promise<Value> {
    let step = making.next();
    while (!step.done) {
      if (this.isOver) await this.pause();
      step = making.next();
    }
    return step.value;
  }
}
