/** No file imports itself by way of others, not even for a type: each can be understood before those that import it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

const sources = ['build', 'server', 'scripts'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(?:ts|cjs|mjs)$/.test(name))
    .map(name => `${folder}/${name}`),
);

/** The files that a text imports, as types, as values or when they are needed, by their paths from the root. */
function importsOf(name: string, text: string): string[] {
  const imports = /(?:\bfrom|\bimport) ?\(?\s*'((?:\.|#(?:document|reading)\/)[^']*)'/g;
  return [...text.matchAll(imports)].map(([, target]) =>
    target!.startsWith('#') ? target!.replace('#', 'build/') : join(dirname(name), target!),
  );
}

/** A circle among files, as the way around it; undefined where there is none. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (name: string): string[] | undefined => {
    if (done.has(name)) return undefined;
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    way.push(name);
    for (const target of imports.get(name) ?? []) {
      const circle = visit(target);
      if (circle) return circle;
    }
    way.pop();
    done.add(name);
    return undefined;
  };
  for (const name of imports.keys()) {
    const circle = visit(name);
    if (circle) return circle;
  }
  return undefined;
}

test('no imports of build, server and scripts make a circle, types and dynamic imports included', () => {
  const imports = new Map(
    sources.map(name => [name, importsOf(name, readFileSync(join(root, name), 'utf8'))]),
  );
  assert.ok([...imports.values()].flat().length > 500);
  assert.deepEqual(circleIn(imports)?.join(' → '), undefined);
});

test('a circle is found by whichever kind of import closes it', () => {
  const closing = ["import type { A } from './a.ts';", "await import('./a.ts')", "import './a.ts';"];
  for (const text of closing) {
    const imports = new Map([
      ['server/a.ts', importsOf('server/a.ts', "export { b } from './b.ts';")],
      ['server/b.ts', importsOf('server/b.ts', text)],
    ]);
    assert.deepEqual(circleIn(imports), ['server/a.ts', 'server/b.ts', 'server/a.ts'], text);
  }
});
