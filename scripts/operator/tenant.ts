/** `operator tenant list|create|limits|suspend|resume|delete`: manages tenants and their limits. */
import { type Command, InvalidArgumentError } from 'commander';
import { slug } from '#document/kind/field.ts';
import { type LimitName, limitNames } from '#document/message/account.ts';
import { plural } from '../../build/document/text/plain-text.ts';
import type { Store } from '../../server/store/store.ts';
import { rfc3339 } from '../../server/support/time.ts';
import { limitsOf } from '../../server/tenant/limits.ts';
import type { Host } from '../support/host.ts';
import {
  type CommandOutput,
  OperatorError,
  type PageOptions,
  paged,
  pageOf,
  runCommand,
  timeField,
  wholeNumber,
} from './operator.ts';

export function addTenantCommands(program: Command, host: Host): void {
  const tenant = program.command('tenant').description('Tenants.');
  tenant
    .command('create <id>')
    .description('Creates a tenant. Its id is part of every path of its API.')
    .action((id: string) => runCommand(host, 'tenant create', (store, now) => create(store, id, now)));
  tenant
    .command('limits <id>')
    .description('Shows the limits of a tenant. With --set, changes some of them first.')
    .option(
      '--set <name=value...>',
      'a limit and its new value; `default` restores its default',
      readLimit,
      new Map(),
    )
    .action((id: string, { set }: { set: LimitChanges }) =>
      runCommand(host, 'tenant limits', store => setLimits(store, id, set)),
    );
  paged(tenant.command('list').description('Lists tenants by their ids.'), 'tenant').action(
    (page: PageOptions) => runCommand(host, 'tenant list', store => list(store, page)),
  );
  tenant
    .command('suspend <id>')
    .description('Suspends a tenant: all its credentials are refused within a second, until you resume it.')
    .action((id: string) =>
      runCommand(host, 'tenant suspend', (store, now) =>
        setSuspended(
          store,
          id,
          now,
          'The credentials of the tenant are refused with 403 from now on. Nothing was deleted.',
        ),
      ),
    );
  tenant
    .command('resume <id>')
    .description('Ends the suspension of a tenant.')
    .action((id: string) =>
      runCommand(host, 'tenant resume', store =>
        setSuspended(store, id, null, 'The credentials of the tenant are accepted again.'),
      ),
    );
  tenant
    .command('delete <id>')
    .description('Deletes a suspended tenant and everything that it has. You cannot undo this.')
    .action((id: string) => runCommand(host, 'tenant delete', store => remove(store, id)));
}

async function list(store: Store, { after, limit }: PageOptions): Promise<CommandOutput> {
  const { shown, next } = pageOf(await store.tenants.list({ after, limit: limit + 1 }), limit);
  const fields = shown.map(({ id, createdAt, suspendedAt, credentials, artifacts, storedBytes }) => ({
    tenant: id,
    created_at: rfc3339(createdAt),
    suspended_at: timeField(suspendedAt),
    credentials,
    artifacts,
    stored_bytes: storedBytes,
  }));
  return {
    fields: { tenants: fields, ...next },
    text: `${plural(shown.length, 'tenant')}${next.next ? `, and more: --after ${next.next}` : ''}.`,
  };
}

async function setSuspended(
  store: Store,
  id: string,
  at: number | null,
  text: string,
): Promise<CommandOutput> {
  if (!(await store.tenants.suspend(id, at))) throw new OperatorError(`There is no tenant ${id}.`);
  return { fields: { tenant: id, suspended_at: timeField(at) }, text };
}

async function remove(store: Store, id: string): Promise<CommandOutput> {
  if (!(await store.tenants.has(id))) throw new OperatorError(`There is no tenant ${id}.`);
  const rows = await store.tenants.delete(id);
  if (rows === undefined)
    throw new OperatorError(`The tenant ${id} is not suspended. Run \`tenant suspend ${id}\` first.`);
  return {
    fields: { tenant: id, rows_deleted: rows },
    text: 'The tenant was deleted with its credentials, artifacts, evaluations and evidence. The reports that it made still count.',
  };
}

type LimitChanges = Map<LimitName, number | undefined>;

/** The greatest value of a limit. */
const maxLimit = 999_999_999_999;

function readLimit(text: string, before: LimitChanges): LimitChanges {
  const [, name, value] = /^([a-z_]+)=(.*)$/.exec(text) ?? [];
  if (!limitNames.includes(name as LimitName))
    throw new InvalidArgumentError(`Expected NAME=VALUE with one of ${limitNames.join(', ')}.`);
  const limit = value === 'default' ? undefined : wholeNumber(0, maxLimit)(value!);
  return new Map(before).set(name as LimitName, limit);
}

async function setLimits(store: Store, id: string, changes: LimitChanges): Promise<CommandOutput> {
  const known = changes.size === 0 || (await store.accounts.setLimits(id, changes));
  const account = known ? await store.accounts.read(id) : undefined;
  if (!account) throw new OperatorError(`There is no tenant ${id}.`);
  return {
    fields: { tenant: id, limits: limitsOf(account.limits) },
    text: 'The limits apply from the next request on.',
  };
}

async function create(store: Store, id: string, now: number): Promise<CommandOutput> {
  if (!slug.safeParse(id).success)
    throw new OperatorError(
      'The id of a tenant is lowercase words joined by hyphens, at most 64 characters.',
    );
  if (!(await store.tenants.create(id, now))) throw new OperatorError(`The tenant ${id} exists already.`);
  return {
    fields: { tenant: id, created_at: rfc3339(now) },
    text: `The tenant was created. Give it a credential with \`credential issue --tenant ${id} --scopes account:read\`.`,
  };
}
