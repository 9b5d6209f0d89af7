/** Files of exports against the JSON Schema that the makers of their format publish. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { parse as parseYaml } from 'yaml';

const schemaOf = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../fixture/export', `${name}.schema.json`), 'utf8'));

const options = { strict: false, validateFormats: false };

/** A check of a file: it returns a line for each fault. */
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
