/** The script of a team, in the form that a workflow asks for. */
import type { Answer } from '../../build/page/export/workflow/data.ts';
import type { PlainTeam } from './team.ts';
import type { Answer as Written } from './team-script.ts';

export interface Schema {
  properties: Record<string, Schema>;
}

/** Turns the script of a role into the form that the workflow asks for. */
export function answerIn({ works, messages, stop }: Written, team: PlainTeam, schema: Schema): Answer {
  const { properties } = schema;
  const keys = (name: string) => Object.keys(properties[name]?.properties ?? {});
  const hasSchema = (name: string) =>
    team.artifacts?.some(({ id, json_schema }) => id === name && json_schema);
  const texts = (channel: string) =>
    messages.flatMap(({ to, text }) => (to.replaceAll(' ', '.') === channel ? [text] : []));
  return {
    works: Object.fromEntries(
      works.map(({ name, text }) => [name, hasSchema(name) ? JSON.parse(text) : text]),
    ),
    messages: Object.fromEntries(
      keys('messages').map(channel => {
        const isConditional = 'holds' in (properties.messages!.properties[channel]!.properties ?? {});
        const sent = texts(channel);
        return [channel, isConditional ? { holds: sent.length > 0, texts: sent } : sent];
      }),
    ),
    ...(properties.loops && { loops: Object.fromEntries(keys('loops').map(id => [id, false])) }),
    ...(properties.stops && {
      stops: Object.fromEntries(keys('stops').map(number => [number, Number(number) === stop])),
    }),
  };
}
