/** The contract says what the code does: its tables of codes, limits and states are those that the code has. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decisions, exclusionCodes } from '#document/evaluation/recommendation.ts';
import { reasonCodes } from '#document/kind/artifact-status.ts';
import { errorCodes } from '#document/kind/error.ts';
import { domainNames } from '#document/kind/field.ts';
import { commonFields, frontMatterLimit, type Kind } from '#document/kind/kind.ts';
import { keyPurposes, keyStates } from '#document/kind/signing-keys.ts';
import { edgeKinds } from '#document/kind/topology.ts';
import { doorTypes } from '#document/message/door.ts';
import { suite } from '#document/message/index.ts';
import { useReceipt } from '#document/message/use-receipt.ts';
import { transitions } from '#document/proof/status.ts';
import { schemaKeywords } from '#document/team/json-schema.ts';
import { protocolVersions } from '#document/text/protocol.ts';
import { tools } from '../server/mcp/tool/index.ts';
import { readConfig } from '../server/process/config.ts';
import { assignmentMachine } from '../server/support/state/assignment.ts';
import { jobMachine } from '../server/support/state/job.ts';
import { ticketStates } from '../server/support/state/ticket.ts';
import { defaultLimits } from '../server/tenant/limits.ts';
import { scopes } from '../server/tenant/scope.ts';
import { defaultCaps } from '../server/ticket/rule/caps.ts';
import { selectionRules } from '../server/ticket/rule/selection.ts';
import { contractPage, exampleFields, tableOf } from './support/contract.ts';

const column = (subject: string, number: string, at = 0): string[] =>
  tableOf(subject, number).map(row => row[at]!);

/** The first whole number in a text, `10,000 formations` as 10000. */
const numberIn = (text: string): number => Number(/\d[\d,]*/.exec(text)![0].replaceAll(',', ''));

const rule = (subject: string, number: string): string => contractPage(subject).rules.get(number)!;

const sorted = (texts: Iterable<string>): string[] => [...texts].sort();

/** The changes of state that a machine allows, as `from to`. */
const changesOf = (machine: Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>): string[] =>
  sorted(
    new Set(
      Object.entries(machine).flatMap(([from, events]) => Object.values(events).map(to => `${from} ${to}`)),
    ),
  );

/** The changes of state in a table whose first columns are `state` and `next`, either of them perhaps a list. */
const changesIn = (subject: string, number: string): string[] =>
  sorted(
    tableOf(subject, number).flatMap(([from, to]) =>
      from!.split(', ').flatMap(each => to!.split(', ').map(next => `${each} ${next}`)),
    ),
  );

describe('the contract has', () => {
  test('the codes of errors with their status', () => {
    const found = tableOf('http', '8').map(([status, code]) => [code!, Number(status)]);
    assert.deepEqual(Object.fromEntries(found), errorCodes);
  });

  test('the largest bodies', () => {
    const rule = contractPage('http').rules.get('9')!;
    const [receipt, tenant, rpc] = [doorTypes.receipt, doorTypes.change, doorTypes.rpc].map(
      type => type.body.limit,
    ) as [number, number, number];
    assert.equal(tenant, rpc);
    assert.ok(rule.includes(`${tenant.toLocaleString('en')} bytes for a tenant or \`/mcp\``), rule);
    assert.ok(rule.includes(`${receipt.toLocaleString('en')} bytes for a use receipt`), rule);
  });

  test('the caps of use tickets with their defaults', () => {
    const found = tableOf('use-tickets', '8').map(([name, value]) => [name!, numberIn(value!)]);
    assert.deepEqual(Object.fromEntries(found), defaultCaps);
  });

  test('the rules that select visitors, and those that do not', () => {
    const [chosen, others] = rule('use-tickets', '7').split('It does not select');
    const namesIn = (text: string): string[] =>
      sorted([...text.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
    const named = (selected: boolean): string[] =>
      sorted(selectionRules.filter(each => each.selected === selected).map(({ name }) => name));
    assert.deepEqual([namesIn(chosen!), namesIn(others!)], [named(true), named(false)]);
  });

  test('the limits of an account with their defaults', () => {
    const found = tableOf('tenants', '13').map(([name, value]) => [name!, numberIn(value!)]);
    assert.deepEqual(Object.fromEntries(found), defaultLimits);
  });

  test('the limits of networks with their defaults', () => {
    const { traffic } = readConfig({});
    const { receiptsPerMinute, mcpRequestsPerMinute, authFailuresPerMinute, connections } = traffic;
    assert.deepEqual(column('http', '10', 1).slice(0, 4).map(numberIn), [
      receiptsPerMinute,
      mcpRequestsPerMinute,
      authFailuresPerMinute,
      connections,
    ]);
    assert.equal(numberIn(rule('tenants', '4')), authFailuresPerMinute);
    assert.match(rule('tenants', '17'), new RegExp(` ${traffic.longPollsPerCredential} such requests`));
  });

  test('the sizes of front matter', () => {
    const sizes = column('documents', '3', 1).map(numberIn);
    const limits = [
      frontMatterLimit(useReceipt as unknown as Kind),
      frontMatterLimit({ form: 'message' }),
      frontMatterLimit(suite as unknown as Kind),
      frontMatterLimit({ form: 'page' }),
    ];
    assert.deepEqual(sizes.slice(0, 4), limits);
  });

  test('the common fields in their order, and the domains', () => {
    assert.deepEqual(exampleFields('documents'), Object.keys(commonFields));
    for (const name of domainNames) assert.ok(rule('documents', '7').includes(`\`${name}\``), name);
  });

  test('the fields of a use receipt', () => {
    const found = column('use-tickets', '11').flatMap(names => names.split(', '));
    assert.deepEqual(found, ['schema', 'kind', ...Object.keys(useReceipt.fields.shape)]);
  });

  test('the scopes of credentials', () => {
    assert.deepEqual(sorted(column('tenants', '2')), sorted(scopes));
  });

  test('the kinds of edges, the statuses of artifacts and their reasons', () => {
    assert.deepEqual(column('formations', '1'), [...edgeKinds]);
    const allowed = Object.entries(transitions).map(([from, to]) => [
      from,
      to.join(', ') || 'none: it is final',
    ]);
    assert.deepEqual(tableOf('formations', '12'), allowed);
    for (const code of reasonCodes) assert.ok(rule('formations', '13').includes(`\`${code}\``), code);
  });

  test('the keywords of the schemas of works', () => {
    const [, list] = /keywords only: (.+?)\. It/.exec(rule('formations', '6')) ?? [];
    assert.deepEqual(list?.replaceAll('`', '').split(', '), schemaKeywords);
  });

  test('the states of tickets, jobs and assignments', () => {
    assert.deepEqual(column('use-tickets', '9'), [...ticketStates]);
    assert.deepEqual(changesIn('evaluations', '13'), changesOf(jobMachine));
    assert.deepEqual(changesIn('evaluations', '17'), changesOf(assignmentMachine));
  });

  test('the decisions of a recommendation, and the reasons for which a candidate is out', () => {
    assert.deepEqual(column('recommendations', '2'), [...decisions]);
    assert.deepEqual(column('recommendations', '3'), [...exclusionCodes]);
  });

  test('the purposes and states of keys', () => {
    assert.deepEqual(column('trust', '2'), [...keyPurposes]);
    assert.deepEqual(column('trust', '4'), [...keyStates]);
  });

  test('the tools of MCP with their arguments, and the revisions of the protocol', () => {
    const promised = tableOf('mcp', '6');
    assert.deepEqual(
      promised.map(([name]) => name),
      tools.slice(0, promised.length).map(({ definition }) => definition.name),
    );
    for (const [at, [, named]] of promised.entries()) {
      const { definition } = tools[at]!;
      for (const name of Object.keys(definition.inputSchema.properties ?? {}))
        assert.ok(named!.includes(name), name);
    }
    for (const version of protocolVersions) assert.ok(rule('mcp', '2').includes(version), version);
  });
});
