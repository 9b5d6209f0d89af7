/** Evidence with repetitions as lines of Every Eval Ever; the command itself is tested where runs are imported. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { evidenceFiles } from '../../../../../scripts/agent-topology/tenant/export-evidence/every-eval-ever.ts';
import { digestOf, simulate } from '../../../../support/simulated-evidence.ts';

const locks = ['solo', 'pair'].map((name, at) => ({ name, agents: at + 1, passes: () => true }));
const { digest, snapshot } = simulate({ locks, cases: 2, repetitions: 2 });
const all = snapshot.results.map(({ lock }) => lock);
const cases = [
  {
    number: 1,
    case: 'case-1',
    runs: [2, 2],
    passes: [1, 2],
    tokens: [300, null],
    outcomes: ['pf', 'pp'],
    elapsed_milliseconds: [20, 30],
  },
  {
    number: 2,
    case: 'case-2',
    cluster: 'parser',
    runs: [1, 1],
    passes: [0, 1],
    tokens: [5, 6],
    outcomes: ['f', 'p'],
    elapsed_milliseconds: [7, null],
  },
];
const exported = (names = all) =>
  evidenceFiles({
    ...{ digest, evidence: snapshot, cases: { locks: names, cases } },
    ...{ source: 'https://catalog.example.org', now: 1_763_800_000 },
  });

describe('exported evidence', () => {
  test('has a line for each run, those that passed first, with what is known of it', () => {
    const lines = exported()[1]!
      .text.trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    const formation = snapshot.results[0]!.formation;
    assert.deepEqual(
      lines.map(({ sample_id, evaluation, metadata, performance }) => [
        sample_id,
        evaluation.score,
        metadata,
        performance,
      ]),
      [
        [
          'case-1',
          1,
          { ...known(formation, '1'), tokens_of_all_epochs: '300', milliseconds_of_all_epochs: '20' },
          undefined,
        ],
        [
          'case-1',
          0,
          { ...known(formation, '2'), tokens_of_all_epochs: '300', milliseconds_of_all_epochs: '20' },
          undefined,
        ],
        [
          'case-2',
          0,
          {
            ...known(formation, '1'),
            tokens_of_all_epochs: '5',
            milliseconds_of_all_epochs: '7',
            cluster: 'parser',
          },
          { latency_ms: 7 },
        ],
      ],
    );
  });

  test('has the same files each time, and others for another lock', () => {
    const paths = exported().map(({ path }) => path);
    assert.deepEqual(
      exported().map(({ path }) => path),
      paths,
    );
    assert.equal(new Set(paths).size, 4);
  });

  test('is refused when the cases do not name a lock of the evidence', () => {
    assert.throws(() => exported([all[0]!, digestOf('other')]), {
      name: 'Failure',
      message: /say nothing of sha256:/,
    });
  });
});

const known = (formation: string, epoch: string) => ({ epoch, formation, execution_lock: all[0] });
