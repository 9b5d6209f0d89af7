/** The frame of a question: words that say how it is asked, and not what it is about. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sidesAskedOf, withoutFrame } from '#edition/search/frame.ts';

describe('the frame of a question', () => {
  test('is left out where the subject is a way to organise agents', () => {
    assert.equal(withoutFrame('Pros and cons of letting agents talk'), 'letting agents talk');
    assert.equal(withoutFrame('what are the drawbacks of a swarm of models'), 'a swarm of models');
    assert.equal(withoutFrame('is a team worth it for code review'), 'code review');
  });

  test('stays where it describes a decision, or where nothing else is said', () => {
    for (const question of [
      'pros and cons of renting',
      'advantages and disadvantages of agent teams',
      'code review',
    ])
      assert.equal(withoutFrame(question), question);
  });

  test('has a subject of which the good and bad sides are asked', () => {
    assert.equal(sidesAskedOf('benefits of debate'), 'debate');
    assert.equal(sidesAskedOf('debate'), undefined);
  });
});
