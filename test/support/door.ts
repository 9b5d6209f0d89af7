/** Doors in tests: the doors of tenants, an address behind each public one, and the methods that a door does not answer. */
import { type Door, formOf, methodOf, typeOf } from '#document/message/door.ts';
import { type PublicDoor, publicDoors } from '#document/message/public.ts';
import { type ApiRoute, apiRoutes } from '#document/message/routes.ts';

const tenantPrefix = '/v1/tenants/{tenant}/';

/** A route of tenants, with its method and its path below the tenant. */
export interface TenantRoute extends ApiRoute {
  method: 'GET' | 'POST';
  below: string;
}

/** Every route of tenants. */
export const tenantRoutes: readonly TenantRoute[] = Object.values<ApiRoute>(apiRoutes)
  .filter(({ path }) => path.startsWith(tenantPrefix))
  .map(route => ({ ...route, method: methodOf(route), below: route.path.slice(tenantPrefix.length) }));

/** The methods that a door answers, OPTIONS included where it does. */
export const answeredAt = (door: Pick<Door, 'type'>): string[] => [
  ...typeOf(door).methods,
  ...(typeOf(door).options ? ['OPTIONS'] : []),
];

/** Those that it refuses. */
export const refusedAt = (door: Pick<Door, 'type'>): string[] =>
  ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
    method => !answeredAt(door).includes(method),
  );

/**
 * An address behind a public door; undefined where a site has none.
 * @param site what it serves: the paths of its pages
 */
export function exampleOf(door: PublicDoor, site: { paths: readonly string[] }): string | undefined {
  if (door.from === 'server') return door.path.replace('{part}', 'patterns');
  const form = formOf(door);
  if (door.from === 'newest')
    return site.paths.map(path => path.replace(/\/[^/]+\.md$/, '.md')).find(path => form.test(path));
  const isOwn = (path: string) => path !== door.path && publicDoors.some(each => each.path === path);
  return site.paths.find(path => form.test(path) && !isOwn(path));
}
