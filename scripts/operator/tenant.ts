/** `operator tenant create ID`. */
import type { Command } from 'commander';
import { slug } from '#document/kind/field.ts';
import { rfc3339 } from '../../server/ticket/time.ts';
import { OperatorError, report } from './operator.ts';

export function addTenantCommands(program: Command): void {
  program
    .command('tenant')
    .description('Tenants.')
    .command('create <id>')
    .description('Creates a tenant; its id stands in the paths of its resources.')
    .action((id: string) => report('tenant create', (store, now) => create(store, id, now)));
}

async function create(store: Parameters<Parameters<typeof report>[1]>[0], id: string, now: number) {
  if (!slug.safeParse(id).success)
    throw new OperatorError(
      'The id of a tenant is lowercase words joined by hyphens, at most 64 characters.',
    );
  if (!(await store.tenants.create(id, now))) throw new OperatorError(`The tenant ${id} exists already.`);
  return {
    fields: { tenant: id, created_at: rfc3339(now) },
    text: `The tenant exists. Give it a credential: credential issue --tenant ${id} --scopes account:read`,
  };
}
