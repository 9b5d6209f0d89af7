// A hook of Node.js that loads TypeScript without its types, where Node.js does not do that itself.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from 'sucrase';

/** Nothing but types is taken away. */
const options = { transforms: ['typescript'], disableESTransforms: true, keepUnusedImports: true };

export function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = transform(readFileSync(fileURLToPath(url), 'utf8'), options);
  return { format: 'module', source: code, shortCircuit: true };
}
