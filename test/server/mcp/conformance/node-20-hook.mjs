// Gives the conformance suite an `fs` that has `globSync`, whatever the version of Node.js.
const source =
  "export * from 'node:fs'; import * as fs from 'node:fs'; export const globSync = fs.globSync ?? (() => { throw new Error('Use Node.js 22.'); });";

export function resolve(specifier, context, next) {
  const isSuite = context.parentURL?.includes('/@modelcontextprotocol/conformance/');
  return specifier === 'fs' && isSuite ? { url: 'suite:fs', shortCircuit: true } : next(specifier, context);
}

export function load(url, context, next) {
  return url === 'suite:fs' ? { format: 'module', shortCircuit: true, source } : next(url, context);
}
