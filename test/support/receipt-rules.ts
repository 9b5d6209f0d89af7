/**
 * The rules of a use receipt, written a second time straight from the contract (docs/use-tickets.md#11 and
 * docs/use-tickets.md#12) and without anything of the service: what the campaign of mutated receipts believes when a receipt
 * was accepted.
 */
import { parseDocument } from 'yaml';

const domains = ['coding', 'research', 'documents', 'reasoning', 'evaluation', 'operations', 'security'];

const text = (most: number) => (value: unknown) =>
  typeof value === 'string' && value.length > 0 && value.length <= most;
const whole = (most: number) => (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;
const wholeOrNull = (most: number) => (value: unknown) => value === null || whole(most)(value);
const oneOf =
  (...words: string[]) =>
  (value: unknown) =>
    words.includes(value as string);

function isTaskClass(value: unknown): boolean {
  const [domain = '', task = '', ...more] = String(value).split('.');
  return text(128)(value) && domains.includes(domain) && /^[a-z0-9_]+$/.test(task) && more.length === 0;
}

const required: Record<string, (value: unknown) => boolean> = {
  schema: oneOf('formation.use_receipt/v0.1'),
  kind: oneOf('use_receipt'),
  ticket: text(1024),
  model_id: value => text(128)(value) && !/latest$/i.test(value as string),
  ...{ task_class: isTaskClass, outcome: oneOf('pass', 'partial', 'fail', 'abandoned') },
  ...{ tests_ran: whole(1_000_000_000), tests_passed: whole(1_000_000_000) },
  ...{ input_tokens: wholeOrNull(1_000_000_000_000), output_tokens: wholeOrNull(1_000_000_000_000) },
  elapsed_milliseconds: wholeOrNull(2_678_400_000),
};

/** Checks a receipt by rules of its own; returns the broken ones, and nothing when it may be accepted. */
export function brokenRules(body: Buffer): string[] {
  const source = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  const [, yaml, rest] = /^---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)([\s\S]*)$/m.exec(source) ?? [];
  if (yaml === undefined || rest === undefined) return ['no front matter'];
  const parsed = parseDocument(yaml, { version: '1.2', schema: 'core', uniqueKeys: true });
  if (parsed.errors.length > 0) return ['no YAML'];
  const fields = parsed.toJS() as Record<string, unknown>;
  const broken = Object.entries(required).flatMap(([name, holds]) => (holds(fields[name]) ? [] : [name]));
  if ('model_precision' in fields && !oneOf('exact', 'family')(fields.model_precision))
    broken.push('model_precision');
  for (const name of Object.keys(fields))
    if (!(name in required) && name !== 'model_precision') broken.push(`undeclared ${name}`);
  const { outcome, tests_ran: ran, tests_passed: passed } = fields;
  if (outcome === 'pass' && !(Number(ran) > 0 && ran === passed)) broken.push('pass without tests');
  if (rest.trim() !== '') broken.push('a body');
  return broken;
}
