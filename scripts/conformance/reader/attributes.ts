/**
 * Attributes of spans in the forms in which they are exported: a list of keys and values (OTLP in JSON, with names of fields in camel
 * case, or in snake case as Phoenix writes them), or one object, flat or nested (spans of the REST API of Phoenix).
 */
import { objectOf } from '../trace.ts';

const wanted =
  /^(?:gen_ai\.(?:operation\.name|agent\.name|agent\.id|tool\.name|usage\.\w{1,40})|host\.name|service\.instance\.id|process\.pid|agent_topology\.edge\.kind|openinference\.span\.kind|agent\.name|tool\.name|llm\.token_count\.(?:prompt|completion)|metadata|metadata\.(?:langgraph_node|lc_agent_name))$/;

/** The keys in the form of an object, where they are looked up one by one. */
const keysOfObjects = [
  ...['gen_ai.operation.name', 'gen_ai.agent.name', 'gen_ai.agent.id', 'gen_ai.tool.name'],
  ...['gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens', 'openinference.span.kind', 'agent.name'],
  ...['tool.name', 'llm.token_count.prompt', 'llm.token_count.completion', 'metadata'],
  ...['metadata.langgraph_node', 'metadata.lc_agent_name'],
];

/** The attributes that are read. */
export type Attributes = ReadonlyMap<string, unknown>;

export function attributesOf(given: unknown): Attributes {
  const found = new Map<string, unknown>();
  if (Array.isArray(given)) {
    for (const item of given) {
      const { key, value } = objectOf(item);
      if (typeof key === 'string' && wanted.test(key)) found.set(key, scalarOf(objectOf(value)));
    }
    return found;
  }
  const flat = objectOf(given);
  for (const key of keysOfObjects) {
    const value = Object.hasOwn(flat, key) ? flat[key] : nested(flat, key);
    if (value !== undefined) found.set(key, value);
  }
  return found;
}

const scalarOf = (value: Record<string, unknown>): unknown =>
  value.stringValue ??
  value.string_value ??
  value.intValue ??
  value.int_value ??
  value.doubleValue ??
  value.double_value;

function nested(given: Record<string, unknown>, key: string): unknown {
  let value: unknown = given;
  for (const part of key.split('.')) {
    const within = objectOf(value);
    if (!Object.hasOwn(within, part)) return undefined;
    value = within[part];
  }
  return value;
}

/** Metadata longer than this is not metadata of a graph. */
const longestMetadata = 256 * 1024;

/** The metadata of a run (OpenInference: `metadata`, JSON as text), as far as it tells agents. */
export function metadataIn(attributes: Attributes): Record<string, unknown> {
  const given = attributes.get('metadata');
  const parts = {
    langgraph_node: attributes.get('metadata.langgraph_node'),
    lc_agent_name: attributes.get('metadata.lc_agent_name'),
  };
  if (parts.langgraph_node !== undefined || parts.lc_agent_name !== undefined) return parts;
  if (typeof given !== 'string' || given.length > longestMetadata) return objectOf(given);
  try {
    return objectOf(JSON.parse(given));
  } catch {
    return {};
  }
}
