/** State machines as data: the compare-and-swap that SQL makes of them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { maxAttempts } from '#document/evaluation/lease-limits.ts';
import {
  assignmentMachine,
  assignmentStates,
  expiryEvent,
} from '../../../../server/support/state/assignment.ts';
import { isFinal, jobMachine } from '../../../../server/support/state/job.ts';
import { type Machine, statesThatAllow, swap } from '../../../../server/support/state/machine.ts';
import { ticketMachine, ticketStates } from '../../../../server/support/state/ticket.ts';

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

/** Every step that a machine allows, as people write it. */
const steps = (machine: Machine<string, string>): string[] =>
  Object.entries(machine).flatMap(([from, events]) =>
    Object.entries(events).map(([event, to]) => `${from} ${event} ${to}`),
  );

describe('the life of a job', () => {
  test('has these steps and no other', () => {
    assert.deepEqual(steps(jobMachine), [
      ...['queued begin running', 'queued cancel cancel_requested', 'running complete completed'],
      ...['running cancel cancel_requested', 'running fail failed', 'cancel_requested settle cancelled'],
    ]);
  });

  test('ends completed, cancelled or failed', () => {
    const final = (Object.keys(jobMachine) as (keyof typeof jobMachine)[]).filter(isFinal);
    assert.deepEqual(final, ['completed', 'cancelled', 'failed']);
  });
});

describe('the life of an assignment', () => {
  test('has these steps and no other', () => {
    assert.deepEqual(Object.keys(assignmentMachine), [...assignmentStates]);
    assert.deepEqual(steps(assignmentMachine), [
      ...['pending lease leased', 'pending cancel cancelled', 'leased renew leased'],
      ...['leased complete completed', 'leased lose pending', 'leased exhaust exhausted'],
      'leased cancel cancelled',
    ]);
  });

  test('has three attempts while its job continues, and none once it does not', () => {
    assert.equal(maxAttempts, 3);
    assert.deepEqual(
      [1, 2, 3].map(attempts => expiryEvent(attempts, true)),
      ['lose', 'lose', 'exhaust'],
    );
    assert.deepEqual(
      [1, 2, 3].map(attempts => expiryEvent(attempts, false)),
      ['cancel', 'cancel', 'cancel'],
    );
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
