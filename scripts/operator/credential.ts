/** `operator credential issue|list|revoke|invite|uninvite`: manages the credentials of tenants. */
import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { plural } from '../../build/document/text/plain-text.ts';
import type { Credential } from '../../server/store/credential.ts';
import type { Store } from '../../server/store/store.ts';
import { secretDigest } from '../../server/tenant/authenticate.ts';
import { isScope, scopes } from '../../server/tenant/scope.ts';
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

interface IssueOptions {
  tenant: string;
  scopes: string[];
  runner?: boolean;
  invited?: boolean;
  expiresInDays?: number;
}

const day = 86_400;

export function addCredentialCommands(program: Command, host: Host): void {
  const credential = program.command('credential').description('Manages the credentials of tenants.');
  credential
    .command('issue')
    .description('Issues a credential and prints its token. The token is never shown again.')
    .requiredOption('--tenant <id>', 'the tenant to which the credential belongs')
    .option(
      '--scopes <list>',
      `the scopes of the credential, separated by commas: ${scopes.join(', ')}`,
      list,
      [],
    )
    .option('--runner', 'issue a credential for a runner')
    .option('--invited', 'invite the credential to the ticket rollout')
    .option(
      '--expires-in-days <n>',
      'the number of days for which the credential is valid',
      wholeNumber(1, 3650),
    )
    .action((options: IssueOptions) =>
      runCommand(host, 'credential issue', (store, now) => issue(store, options, now)),
    );
  const listing = credential
    .command('list')
    .description('Lists credentials. Their secrets are not stored, so they cannot be shown.')
    .option('--tenant <id>', 'list only the credentials of this tenant');
  paged(listing, 'credential').action(({ tenant, after, limit }: PageOptions & { tenant?: string }) =>
    runCommand(host, 'credential list', async store => {
      const found = await store.credentials.list(tenant, { after, limit: limit + 1 });
      const { shown, next } = pageOf(found, limit);
      const more = next.next ? `, and more: --after ${next.next}` : '';
      return {
        fields: { credentials: shown.map(fieldsOf), ...next },
        text: `${plural(shown.length, 'credential')}${more}.`,
      };
    }),
  );
  credential
    .command('revoke <id>')
    .description('Revokes a credential for good.')
    .action((id: string) =>
      runCommand(host, 'credential revoke', async (store, now) =>
        changed(id, await store.credentials.revoke(id, now), 'The credential is refused from now on.'),
      ),
    );
  credential
    .command('invite <id>')
    .description('Invites a credential to the ticket rollout.')
    .action((id: string) =>
      runCommand(host, 'credential invite', async store =>
        changed(id, await store.credentials.invite(id, true), 'The credential may get use tickets now.'),
      ),
    );
  credential
    .command('uninvite <id>')
    .description('Ends the invitation of a credential. Tickets that it already has stay valid.')
    .action((id: string) =>
      runCommand(host, 'credential uninvite', async store =>
        changed(id, await store.credentials.invite(id, false), 'The credential gets no more use tickets.'),
      ),
    );
}

function list(text: string): string[] {
  return text.split(',').map(scope => scope.trim());
}

/**
 * Issues a credential. The fields of the output contain its token, which is shown only once.
 * @throws OperatorError when there is no such scope or tenant
 */
export async function issue(store: Store, options: IssueOptions, now: number): Promise<CommandOutput> {
  const unknown = options.scopes.find(scope => !isScope(scope));
  if (unknown !== undefined)
    throw new OperatorError(`There is no scope ${unknown}. The scopes are ${scopes.join(', ')}.`);
  const secret = randomBytes(32).toString('base64url');
  const credential = {
    id: randomBytes(8).toString('hex'),
    tenantId: options.tenant,
    scopes: [...new Set(options.scopes)],
    runner: options.runner === true,
    invited: options.invited === true,
    createdAt: now,
    expiresAt: options.expiresInDays === undefined ? null : now + options.expiresInDays * day,
    revokedAt: null,
  };
  if (!(await store.credentials.create({ ...credential, secretSha256: secretDigest(secret) })))
    throw new OperatorError(
      `There is no tenant ${options.tenant}. Create it with \`tenant create ${options.tenant}\`.`,
    );
  return {
    fields: { ...fieldsOf(credential), token: `atc_${credential.id}_${secret}` },
    text: 'Copy the token now: the service keeps only a digest of it and cannot show it again. Send it as `Authorization: Bearer`.',
  };
}

function changed(id: string, credential: Credential | undefined, text: string): CommandOutput {
  if (!credential) throw new OperatorError(`There is no credential ${id}.`);
  return { fields: fieldsOf(credential), text };
}

function fieldsOf(credential: Credential): Record<string, unknown> {
  return {
    credential: credential.id,
    tenant: credential.tenantId,
    scopes: credential.scopes,
    runner: credential.runner,
    invited: credential.invited,
    created_at: timeField(credential.createdAt),
    expires_at: timeField(credential.expiresAt),
    revoked_at: timeField(credential.revokedAt),
  };
}
