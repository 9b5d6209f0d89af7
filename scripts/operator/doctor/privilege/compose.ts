/** Compose files. */
import { parse } from 'yaml';
import { z } from 'zod';
import { excessOf, roleOf, type Workload } from './workload.ts';

const service = z.object({
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.coerce.string()).default({}),
  volumes: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  privileged: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  build: z.unknown().optional(),
});
type Service = z.infer<typeof service>;
const file = z.object({ services: z.record(z.string(), service) });

/** What a compose file lets the services of this image do beyond what they need. */
export function excessOfCompose(text: string): string[] {
  const { services } = file.parse(parse(text, { merge: true }));
  // Other images, such as that of the database, follow their own rules.
  const own = Object.entries(services).filter(([, { build }]) => build !== undefined);
  return [
    ...own.flatMap(([name, each]) => excessOfService(name, each)),
    ...excessOf(own.map(([name, each]) => workloadOf(name, each))),
  ];
}

function excessOfService(
  name: string,
  { read_only, privileged, cap_drop, cap_add, security_opt }: Service,
): string[] {
  const is = (isSo: boolean, what: string) => (isSo ? [`${name} ${what}`] : []);
  return [
    ...is(!read_only, 'may write to its image; set read_only: true'),
    ...is(
      !cap_drop.includes('ALL') || cap_add.length > 0 || privileged,
      'has capabilities; set cap_drop: [ALL]',
    ),
    ...is(
      !security_opt.includes('no-new-privileges:true'),
      'may gain privileges; set no-new-privileges:true',
    ),
  ];
}

function workloadOf(name: string, { command, environment, volumes }: Service): Workload {
  const { SIGNING_KEY, SIGNING_KEY_FILE } = environment;
  return {
    name,
    role: roleOf(command),
    secrets: [SIGNING_KEY, SIGNING_KEY_FILE].flatMap(text => text ?? []),
    volumes: volumes.map(text => {
      const [source = '', path = '', mode = ''] = text.split(':');
      return { name: source, path, isReadOnly: mode.split(',').includes('ro'), isShared: true };
    }),
  };
}
