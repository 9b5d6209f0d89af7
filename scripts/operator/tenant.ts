/** `operator tenant create ID`, `operator tenant limits ID [--set NAME=VALUE]…`. */
import { type Command, InvalidArgumentError } from 'commander';
import { type LimitName, limitNames } from '#document/kind/account.ts';
import { slug } from '#document/kind/field.ts';
import type { Store } from '../../server/store/store.ts';
import { limitsOf } from '../../server/tenant/limits.ts';
import { rfc3339 } from '../../server/ticket/time.ts';
import { OperatorError, type Report, report } from './operator.ts';

export function addTenantCommands(program: Command): void {
  const tenant = program.command('tenant').description('Tenants.');
  tenant
    .command('create <id>')
    .description('Creates a tenant; its id is part of the paths of its resources.')
    .action((id: string) => report('tenant create', (store, now) => create(store, id, now)));
  tenant
    .command('limits <id>')
    .description('Shows the limits of a tenant, after setting those that are given.')
    .option('--set <name=value...>', 'a limit; `default` for its default', readLimit, new Map())
    .action((id: string, { set }: { set: LimitChanges }) =>
      report('tenant limits', store => setLimits(store, id, set)),
    );
}

type LimitChanges = Map<LimitName, number | undefined>;

function readLimit(text: string, before: LimitChanges): LimitChanges {
  const [, name, value] = /^([a-z_]+)=(default|\d{1,12})$/.exec(text) ?? [];
  if (!limitNames.includes(name as LimitName)) {
    throw new InvalidArgumentError(`Expected NAME=VALUE with one of ${limitNames.join(', ')}.`);
  }
  return new Map(before).set(name as LimitName, value === 'default' ? undefined : Number(value));
}

async function setLimits(store: Store, id: string, changes: LimitChanges): Promise<Report> {
  const known = changes.size === 0 || (await store.accounts.setLimits(id, changes));
  const account = known ? await store.accounts.read(id) : undefined;
  if (!account) throw new OperatorError(`There is no tenant ${id}.`);
  return {
    fields: { tenant: id, limits: limitsOf(account.limits) },
    text: 'They hold for the next request already.',
  };
}

async function create(store: Store, id: string, now: number): Promise<Report> {
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
