/** Files of exports against the JSON Schema that the makers of their format publish. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import { parse as parseYaml } from 'yaml';

const schemaOf = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../fixture/export', `${name}.schema.json`), 'utf8'));

const options = { strict: false, validateFormats: false };

/** What is wrong with a file; empty when nothing is. */
type Check = (text: string) => string[];

/** Docker Agent: the file fits the schema, begins with the entry role, and names agents that are there. */
export function dockerAgentCheck(): Check {
  const check = new Ajv.default(options).compile(schemaOf('docker-agent-7'));
  return text => {
    const file = parseYaml(text);
    if (!check(file)) return [JSON.stringify(check.errors?.slice(0, 2))];
    const { agents } = file as { agents: Record<string, { sub_agents?: string[]; handoffs?: string[] }> };
    const named = Object.values(agents).flatMap(({ sub_agents = [], handoffs = [] }) => [
      ...sub_agents,
      ...handoffs,
    ]);
    return ['root', ...named].flatMap(name => (agents[name] ? [] : [`there is no agent ${name}`]));
  };
}

/** Open Agent Spec: every component fits its schema, and every reference leads to one. */
export function agentSpecCheck(): Check {
  const ajv = new Ajv2020.default(options);
  ajv.addSchema(schemaOf('agent-spec-26.2.0'), 'spec');
  const faultsOf = (value: object, name: string): string[] => {
    const check = ajv.getSchema(`spec#/$defs/${name}`)!;
    return check(value) ? [] : [`${name}: ${JSON.stringify(check.errors?.slice(0, 2))}`];
  };
  return text => {
    // `agentspec_version` is a field of the whole file, which the schema of its component does not know.
    const { agentspec_version, ...whole } = JSON.parse(text);
    const inner = whole.$referenced_components as Record<string, { component_type: string }>;
    const components: { component_type: string }[] = [whole, ...Object.values(inner)];
    const named = [...text.matchAll(/"\$component_ref": "([^"]+)"/g)].map(([, id]) => id!);
    return [
      ...faultsOf(agentspec_version, 'AgentSpecVersionEnum'),
      ...components.flatMap(each => faultsOf(each, `Base${each.component_type}`)),
      ...named.flatMap(id => (id in inner ? [] : [`there is no component ${id}`])),
    ];
  };
}
