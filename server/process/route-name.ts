/** The names of routes in metrics, traces and the access log. Each name is from a short list and never an address. */
import type { IncomingMessage } from 'node:http';
import { paths } from '#document/message/door.ts';
import { mcpPath, openAiPath } from '#document/text/protocol.ts';
import type { Context } from '../http/context.ts';
import { isProbePath } from '../http/health.ts';

/** Returns the name of the route that answered a request. */
export type RouteName = (request: IncomingMessage) => string;

/** The name of all requests outside the routes. */
export const otherRoute = 'other';

/**
 * Makes the function that names routes. It names a page by its kind, and any other request by the path of its route, with the
 * variables in place.
 */
export function routeNames(context: Context): RouteName {
  return request => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const page = context.site().pages.get(path);
    if (page) return `page ${page.entry.kind}`;
    const plain = path.replace(/\/$/, '');
    if (plain === mcpPath || plain === openAiPath) return plain;
    if (path === paths.receipt || isProbePath(path)) return path;
    return (request as { route?: { path?: string } }).route?.path ?? otherRoute;
  };
}
