/** Open Agent Spec: one JSON file: an agent, or a swarm whose relationships are the edges. Its runtime supplies the tools. */
import { addressed, networkPrompt, networkRules } from './network.ts';
import type { Target } from './target.ts';
import type { Team, TeamRole } from './team.ts';
import type { Tools } from './tool.ts';

const version = '26.2.0';

export const agentSpec: Target<'agent-spec'> = {
  id: 'agent-spec',
  name: 'Open Agent Spec',
  version: `Open Agent Spec ${version}`,
  express:
    'It enforces the tools of each role, and the edges that delegate, hand off and answer. The agents keep the bounds as they are told.',
  use: ({ name }) =>
    `Put your models into each \`model_id\` of \`agent-spec/${name}.json\`, load it with a runtime, and register a function for each tool.`,
  rules: networkRules({ name: 'Open Agent Spec', handsOff: true, missing: () => [] }),
  files: (team, tools) => [
    {
      path: `agent-spec/${team.name}.json`,
      text: `${JSON.stringify(specification(team, tools), null, 2)}\n`,
    },
  ],
};

const reference = (id: string) => ({ $component_ref: id });

function specification(team: Team, tools: Tools): object {
  const ids = (kind: string, names: readonly string[]) => [...new Set(names)].map(name => `${kind}:${name}`);
  const models = ids('model', team.roles.map(tierOf)).map(id => {
    const tier = id.slice('model:'.length);
    return [
      id,
      { component_type: 'OpenAiConfig', id, name: tier, model_id: `YOUR-${tier.toUpperCase()}-MODEL` },
    ];
  });
  const used = ids(
    'tool',
    team.roles.flatMap(role => role.tools),
  ).map(id => [id, toolOf(id, tools)]);
  const agents = team.roles.map(role => [`role:${role.id}`, agentOf(team, role)]);
  const common = { id: `team:${team.name}`, name: team.name, description: team.description };
  const components = Object.fromEntries([...agents, ...models, ...used]);
  const [only, ...others] = team.roles;
  if (only && others.length === 0)
    return {
      ...agentOf(team, only),
      ...common,
      $referenced_components: Object.fromEntries([...models, ...used]),
      agentspec_version: version,
    };
  return {
    component_type: 'Swarm',
    ...common,
    metadata: { source: team.source, version: team.version },
    first_agent: reference(`role:${team.entry_role}`),
    relationships: relationshipsOf(team),
    handoff: 'optional',
    $referenced_components: components,
    agentspec_version: version,
  };
}

function relationshipsOf(team: Team): object[] {
  const pairs = team.roles.flatMap(role => addressed(team, role).map(({ from, to }) => `${from}>${to}`));
  return [...new Set(pairs)].map(pair => pair.split('>').map(id => reference(`role:${id}`)));
}

const tierOf = ({ model_tier }: TeamRole) => (model_tier === 'none' ? 'medium' : model_tier);

function agentOf(team: Team, role: TeamRole): object {
  return {
    component_type: 'Agent',
    id: `role:${role.id}`,
    name: role.id,
    description: role.purpose,
    llm_config: reference(`model:${tierOf(role)}`),
    // What two braces enclose would be an input of the agent.
    system_prompt: networkPrompt(team, role).replace(/\{(?=\{)/g, '{ '),
    tools: role.tools.map(tool => reference(`tool:${tool}`)),
    human_in_the_loop: role.performer === 'person',
  };
}

function toolOf(id: string, tools: Tools): object {
  const name = id.slice('tool:'.length);
  const known = tools.get(name);
  const property = (title: string, description: string) => ({ title, description, type: 'string' });
  return {
    component_type: 'ServerTool',
    id,
    name,
    description: known?.meaning ?? `What the document calls ${name}.`,
    inputs: [property('request', 'What to do, in words.')],
    outputs: [property('result', 'The result.')],
  };
}
