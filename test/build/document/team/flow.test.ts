/** Parts of a topology beyond roles and edges: counts, loops, conditions, works and outputs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { checkFlow } from '../../../../build/document/team/flow.ts';
import type { Flow, FlowRole } from '../../../../build/document/team/graph.ts';
import { checkJsonSchema } from '../../../../build/document/team/json-schema.ts';

const role = (id: string, more: Partial<FlowRole> = {}): FlowRole => ({ id, reads: [], writes: [], ...more });

const budget = { max_agents: 2, max_rounds: 3, input_tokens: 1, output_tokens: 1, elapsed_milliseconds: 1 };

/** A lead who calls workers, changed as a test needs. */
const team = (changes: Partial<Flow> = {}): Flow => ({
  roles: [role('lead', { reads: ['patch'], writes: ['plan'] }), role('worker', { writes: ['patch'] })],
  edges: [
    { from: 'lead', to: 'worker', kind: 'delegates', when: '`patch` is missing' },
    { from: 'worker', to: 'lead', kind: 'reports', loop: 'wave' },
  ],
  loops: [{ id: 'wave', max_rounds: 3, until: '`patch` is there' }],
  artifacts: [
    { id: 'plan', description: 'The plan.', format: 'markdown' },
    { id: 'patch', description: 'The patch.', format: 'markdown', headings: ['Change'] },
  ],
  outputs: [{ artifact: 'patch' }],
  budget,
  ...changes,
});

const rulesOf = (flow: Flow) => checkFlow(flow).map(({ rule }) => rule);

describe('the flow of a formation', () => {
  test('that is sound has no fault, nor one that says nothing', () => {
    assert.deepEqual(rulesOf(team()), []);
    assert.deepEqual(rulesOf({ roles: [{ id: 'lead' }], edges: [] }), []);
  });

  test('has counts that add up to max_agents, and each has a bound', () => {
    const counts = fc.array(fc.record({ min: fc.constant(1), max: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 60 }), (list, agents) => {
        const roles = list.map((count, at) => role(`r${at}`, { count }));
        const sum = list.reduce((total, { max }) => total + max, 0);
        const flow = { roles, edges: [], budget: { ...budget, max_agents: agents } };
        assert.deepEqual(rulesOf(flow), sum === agents ? [] : ['count-sum']);
        const [first, ...rest] = roles;
        const open = { ...flow, roles: [{ ...first!, count: { min: 1 } }, ...rest] };
        assert.deepEqual(rulesOf(open), ['unbounded-fan-out']);
      }),
    );
  });

  test('gives each item of a work to somebody only where that is a list which the role reads', () => {
    const of = (each: string, reads: string[], type: string) => {
      const roles = [
        role('lead', { writes: ['tasks'] }),
        role('worker', { reads, count: { min: 1, max: 1, each } }),
      ];
      const artifacts = [
        { id: 'tasks', description: 'x', format: 'json_schema' as const, json_schema: { type } },
      ];
      return rulesOf({ roles, edges: [], artifacts, budget });
    };
    assert.deepEqual(of('tasks', ['tasks'], 'array'), []);
    assert.deepEqual(of('tasks', [], 'array'), ['each-of-list']);
    assert.deepEqual(of('tasks', ['tasks'], 'object'), ['each-of-list']);
    assert.deepEqual(of('task', ['tasks'], 'array'), ['each-of-list']);
  });

  test('has operations that find lists where they take one, and write one work', () => {
    const of = (does: 'vote' | 'match' | 'arrange', reads: string[], writes: string[]) => {
      const operations = {
        vote: { does, on: 'answer' },
        match: { does, by: ['id'] },
        arrange: { does },
      };
      const own = { inputs: 'x', outputs: 'x', exit: 'x', operation: operations[does] } as NonNullable<
        FlowRole['interface']
      >;
      const artifacts = ['a', 'b', 'c'].map(id => ({
        id,
        description: 'x',
        format: 'json_schema' as const,
        json_schema: { type: 'array' },
      }));
      const program = role('count', {
        reads,
        writes,
        performed_by: 'program',
        model_tier: 'none',
        interface: own,
      });
      return rulesOf({
        roles: [program, role('lead', { writes: ['a', 'b', 'c'] })],
        edges: [],
        artifacts,
        budget,
      });
    };
    assert.deepEqual(of('vote', ['a'], ['c']), []);
    assert.deepEqual(of('vote', ['x'], ['c']), ['operation-works']);
    assert.deepEqual(of('match', ['a'], ['c']), ['operation-works']);
    assert.deepEqual(of('match', ['a', 'b'], ['c']), []);
    assert.deepEqual(of('arrange', ['a'], []), ['operation-works']);
  });

  test('with loops is refused exactly when a walk returns without going round one of them', () => {
    const ids = ['a', 'b', 'c', 'd'];
    const edge = fc.record({
      from: fc.constantFrom(...ids),
      to: fc.constantFrom(...ids),
      kind: fc.constant('delegates' as const),
      loop: fc.constantFrom('round', undefined),
    });
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 8 }), drawn => {
        const edges = drawn.filter(({ from, to }) => from !== to);
        const loops = [{ id: 'round', max_rounds: 3, until: 'It is done.' }];
        const refused = rulesOf({ roles: ids.map(id => ({ id })), edges, loops }).includes('unbounded-loop');
        assert.equal(refused, returns(edges.filter(({ loop }) => loop === undefined)));
      }),
    );
  });

  /** By following every edge from every role until nothing new is met. */
  function returns(edges: readonly { from: string; to: string }[]): boolean {
    return edges.some(({ from: start, to }) => {
      const met = new Set([to]);
      for (const role of met) for (const { from, to } of edges) if (from === role) met.add(to);
      return met.has(start);
    });
  }

  test('evaluates each condition by a role that knows the work it names', () => {
    const works = ['plan', 'patch', 'review'];
    const some = fc.uniqueArray(fc.constantFrom(...works));
    fc.assert(
      fc.property(some, some, fc.constantFrom(...works), (reads, writes, named) => {
        const edges = [{ from: 'a', to: 'b', kind: 'hands_off' as const, when: `\`${named}\` is there` }];
        const rules = rulesOf({ roles: [role('a', { reads, writes }), role('b')], edges });
        const known = reads.includes(named) || writes.includes(named);
        assert.deepEqual(rules, known ? [] : ['unevaluated-condition']);
      }),
    );
  });

  test('says which of several outputs counts, and has a writer for each', () => {
    const outputs = [{ artifact: 'patch' }, { artifact: 'plan', when: 'always' }];
    assert.deepEqual(rulesOf(team({ outputs })), ['ambiguous-output']);
    const roles = [role('lead', { writes: ['plan', 'patch'] }), role('worker', { writes: ['patch'] })];
    assert.deepEqual(rulesOf(team({ roles, edges: [], loops: undefined })), ['ambiguous-output']);
    const crew = [
      role('lead', { writes: ['plan'] }),
      role('worker', { writes: ['patch'], count: { min: 1, max: 2 } }),
    ];
    const many = team({ roles: crew, edges: [], loops: undefined, budget: { ...budget, max_agents: 3 } });
    assert.deepEqual(rulesOf(many), ['ambiguous-output']);
    assert.deepEqual(rulesOf(team({ outputs: [{ artifact: 'answer' }] })), ['unwritten-output']);
  });

  test('of the greatest size is judged for no more than is listed', () => {
    const works = (at: number) => Array.from({ length: 16 }, (_, index) => `work-${at}-${index}`);
    const roles = Array.from({ length: 64 }, (_, at) =>
      role(`r${at}`, { writes: works(at), reads: works(at + 1) }),
    );
    const named = '`x-x` '.repeat(33).trim();
    const edges = Array.from({ length: 256 }, (_, at) => {
      return { from: `r${at % 64}`, to: `r${(at + 1) % 64}`, kind: 'reads' as const, when: named };
    });
    const artifacts = Array.from({ length: 64 }, (_, at) => {
      return { id: `other-${at}`, description: 'A work.', format: 'markdown' as const };
    });
    const faults = checkFlow({ roles, edges, artifacts });
    assert.ok(faults.length > 100 && faults.length < 600, `${faults.length}`);
  });
});

describe('the schema of a work', () => {
  const leaf = fc.constantFrom({ type: 'string' }, { enum: ['a', 1, null] }, { type: 'integer', minimum: 0 });
  const schema = fc.letrec(tie => ({
    any: fc.oneof({ maxDepth: 3 }, leaf, tie('object'), tie('list'), tie('wrong')),
    object: fc
      .dictionary(fc.constantFrom('id', 'verdict', 'a b', '__proto__'), tie('any'), { maxKeys: 3 })
      .map(properties => ({ type: 'object', properties, required: Object.keys(properties).slice(0, 1) })),
    list: fc.record({ type: fc.constant('array'), items: tie('any') }),
    wrong: fc.constantFrom(
      {},
      { $ref: '#' },
      { type: 'text' },
      { type: 'string', pattern: '(a+)+$' },
      { enum: [] },
    ),
  })).any;

  test('is one that another validator compiles, whenever it is accepted', () => {
    const ajv = new Ajv2020({ strict: false, addUsedSchema: false });
    let accepted = 0;
    fc.assert(
      fc.property(schema, drawn => {
        if (checkJsonSchema(drawn as Record<string, unknown>, []).length > 0) return;
        accepted += 1;
        ajv.compile(drawn as object);
      }),
    );
    assert.ok(accepted > 5, `${accepted} accepted`);
  });

  test('has no references, patterns, keywords of other schemas or names that mean something', () => {
    for (const wrong of [{ $ref: '#' }, { type: 'string', pattern: 'a' }, { type: 'text' }, { enum: [] }, {}])
      assert.notDeepEqual(checkJsonSchema(wrong, []), [], JSON.stringify(wrong));
    const named = { type: 'object', properties: { 'a b': { type: 'string' } } };
    assert.deepEqual(checkJsonSchema(named, [])[0]?.path, ['properties', 'a b']);
    const absent = { type: 'object', required: ['toString'], properties: { id: { type: 'string' } } };
    assert.deepEqual(checkJsonSchema(absent, [])[0]?.path, ['required', 0]);
  });
});
