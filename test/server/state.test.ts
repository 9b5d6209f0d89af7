/** State machines as data: the compare-and-swap that SQL makes of them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Machine, statesThatAllow, swap } from '../../server/state/machine.ts';
import { ticketMachine, ticketStates } from '../../server/state/ticket.ts';

describe('the life of a ticket', () => {
  test('is redeemed, expires or becomes void from open alone, and ends there', () => {
    for (const event of ['redeem', 'expire', 'rotate'] as const)
      assert.deepEqual(statesThatAllow(ticketMachine, event), ['open']);
    assert.deepEqual(swap(ticketMachine, 'redeem'), { set: "state = 'redeemed'", where: "state = 'open'" });
    assert.deepEqual(swap(ticketMachine, 'expire'), { set: "state = 'expired'", where: "state = 'open'" });
    assert.deepEqual(swap(ticketMachine, 'rotate'), { set: "state = 'void'", where: "state = 'open'" });
  });

  test('has a row for each state', () => {
    assert.deepEqual(Object.keys(ticketMachine), [...ticketStates]);
  });
});

describe('a compare-and-swap', () => {
  const machine: Machine<'a' | 'b' | 'c', 'go' | 'split' | 'never'> = {
    a: { go: 'c', split: 'b' },
    b: { go: 'c', split: 'c' },
    c: {},
  };

  test('may start from several states', () => {
    assert.deepEqual(swap(machine, 'go'), { set: "state = 'c'", where: "state IN ('a', 'b')" });
  });

  test('is none for an event that leads to two states, or to no state', () => {
    assert.throws(() => swap(machine, 'split'), /does not lead to one state/);
    assert.throws(() => swap(machine, 'never'), /does not lead to one state/);
  });
});
