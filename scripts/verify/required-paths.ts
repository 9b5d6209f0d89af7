/** The addresses to look for at a site. */
import { publicKinds } from '#document/message/index.ts';
import { jsonSchemaPath } from '#document/message/kind-schema.ts';
import { isStaticTree, type Tree } from './tree.ts';

/** The addresses that every service of this kind has, whatever its content (docs/http.md#1). */
export const requiredPaths: readonly string[] = [
  '/',
  '/llms.txt',
  '/robots.txt',
  '/sitemap.txt',
  '/.well-known/directory-listing.json',
  '/.well-known/agent-card.json',
  '/.well-known/agent.json',
  '/.well-known/mcp/server-card.json',
  '/.well-known/mcp.json',
  '/.well-known/ard.json',
  '/.well-known/ai-catalog.json',
  '/.well-known/mcp',
  '/.well-known/mcp-server-card',
  '/.well-known/mcp/server-cards.json',
  '/.well-known/owners.json',
  '/mcp/.well-known/owners.json',
  '/docs/index.md',
  '/docs/openapi.json',
  '/patterns/index.md',
  '/domains/index.md',
  '/research/index.md',
  '/formations/index.md',
  '/starters/index.md',
  '/trust/keys.md',
  '/status.md',
  '/log/checkpoint',
];

/** The paths that a host of plain files lacks, since they describe the server (docs/handbook.md#17). */
const ofServer = /^\/(?:mcp\/|\.well-known\/(?:mcp|agent))/;

/**
 * Returns the paths that a tree must have. On a host of plain files, the page for missing addresses takes the place of the paths
 * about the server.
 */
export const requiredOf = (tree: Tree): readonly string[] =>
  isStaticTree(tree) ? [...requiredPaths.filter(path => !ofServer.test(path)), '/404.html'] : requiredPaths;

/** Addresses that only some services have, and that no page names. */
export const optionalPaths: readonly string[] = [
  '/.well-known/security.txt',
  '/.well-known/agent-skills/index.json',
  '/index.html',
  '/sitemap.xml',
  ...publicKinds.map(({ kind }) => jsonSchemaPath(kind)),
];
