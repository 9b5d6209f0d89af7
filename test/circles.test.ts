/**
 * Code flows one way. No file imports itself by way of others, not even for a type: each can be understood before those that import
 * it. The same holds for rooms, the folders of build, server and scripts: each imports only from those on floors below its own.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';

const root = join(import.meta.dirname, '..');

/** The rooms, a floor a line, from the top down. Rooms of one floor do not import each other. */
const floors: Record<string, readonly string[]> = {
  build: ['main.ts', 'run', 'publish', 'page', 'catalog', 'edition', 'document'],
  server: [
    ...['main.ts', 'process', 'api', 'mcp', 'http', 'tenant', 'ticket', 'store', 'evidence ticket/store'],
    ...['search store/database ticket/rule', 'site store/migration support'],
  ],
  // Its files are the commands, which may import all rooms.
  scripts: ['first', 'agent-topology', 'edit operator runner', 'bench verify', 'support'],
};

/** The most lines of TypeScript in a room, with its folders. */
const maxRoomLines = 3300;

const sources = Object.keys(floors).flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(?:ts|cjs|mjs)$/.test(name))
    .map(name => `${folder}/${name}`),
);

/** The files that a text imports, as types, as values or when they are needed, by their paths from the root. */
function importsOf(name: string, text: string): string[] {
  const imports = /(?:\bfrom|\bimport) ?\(?\s*'((?:\.|#(?:document|edition)\/)[^']*)'/g;
  return [...text.matchAll(imports)].map(([, target]) =>
    target!.startsWith('#') ? `build/${target!.slice(1)}` : join(dirname(name), target!),
  );
}

const allImports = new Map(
  sources.map(name => [name, importsOf(name, readFileSync(join(root, name), 'utf8'))]),
);

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

/** The room of a file: the folder of a storey, or one within it that has a floor of its own. */
function roomOf(file: string): string {
  const [storey, first, second] = file.split('/') as [string, string, string | undefined];
  const rooms = floors[storey]!.flatMap(line => line.split(' '));
  return rooms.includes(`${first}/${second}`) ? `${first}/${second}` : first;
}

/** The imports of a file that do not lead to a room on a lower floor of the same storey: each as `file → file`. */
function straysOf(name: string, targets: readonly string[]): string[] {
  const [storey] = name.split('/') as [string];
  const floorOf = (file: string) =>
    floors[storey]!.findIndex(rooms => rooms.split(' ').includes(roomOf(file)));
  return targets
    .filter(target => target.startsWith(`${storey}/`) && roomOf(target) !== roomOf(name))
    .filter(target => floorOf(target) <= floorOf(name))
    .map(target => `${name} → ${target}`);
}

test('no imports of build, server and scripts make a circle, types and dynamic imports included', () => {
  assert.ok([...allImports.values()].flat().length > 500);
  assert.deepEqual(circleIn(allImports)?.join(' → '), undefined);
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

describe('the rooms of build, server and scripts', () => {
  test('import only from lower floors', () => {
    assert.deepEqual(
      [...allImports].flatMap(([name, targets]) => straysOf(name, targets)),
      [],
    );
  });

  test('are told from each other: an import that leads upwards or sideways is found', () => {
    const upwards = importsOf('build/document/kind/a.ts', "import { b } from '../../catalog/source/b.ts';");
    assert.deepEqual(straysOf('build/document/kind/a.ts', upwards), [
      'build/document/kind/a.ts → build/catalog/source/b.ts',
    ]);
    const sideways = importsOf(
      'server/evidence/a.ts',
      "export * from '../ticket/store/c.ts'; import('../support/b.ts')",
    );
    assert.deepEqual(straysOf('server/evidence/a.ts', sideways), [
      'server/evidence/a.ts → server/ticket/store/c.ts',
    ]);
    const aliased = importsOf('build/document/text/a.ts', "import type { B } from '#edition/page.ts';");
    assert.deepEqual(straysOf('build/document/text/a.ts', aliased), [
      'build/document/text/a.ts → build/edition/page.ts',
    ]);
  });

  test('are all that there is, but for the entry of build and of server, and the commands', () => {
    for (const [storey, rooms] of Object.entries(floors)) {
      const found = sources.map(name => name.split('/')).filter(([first]) => first === storey);
      const names = found
        .filter(parts => storey !== 'scripts' || parts.length > 2)
        .map(parts => roomOf(parts.join('/')));
      assert.deepEqual([...new Set(names)].sort(), rooms.flatMap(line => line.split(' ')).sort());
    }
  });

  test('have at most 3,300 lines each, so that a room can be read', () => {
    const sizes = new Map<string, number>();
    for (const name of sources.filter(each => each.endsWith('.ts') && each.split('/').length > 2)) {
      // A folder within a room is read by itself, as are the files beside it.
      const room = name.split('/').slice(0, -1).slice(0, 3).join('/');
      const lines = readFileSync(join(root, name), 'utf8').trimEnd().split('\n').length;
      sizes.set(room, (sizes.get(room) ?? 0) + lines);
    }
    const advice = 'Move one subject of it into a room of its own, on a floor that the imports allow.';
    const large = [...sizes].filter(([, lines]) => lines > maxRoomLines);
    assert.deepEqual(
      large.map(([room, lines]) => `${room} has ${lines} lines. ${advice}`),
      [],
    );
  });

  test('are in this order in DESIGN.md', () => {
    const design = readFileSync(join(root, '.github/DESIGN.md'), 'utf8');
    const shown = [...design.matchAll(/^(\w+), below .*:\n\n```\n([^`]*)\n```$/gm)].map(
      ([, storey, lines]) => [storey, lines!.split('\n')],
    );
    const held = Object.entries(floors).map(([storey, rooms]) => [
      storey,
      rooms.filter(line => line !== 'main.ts'),
    ]);
    assert.deepEqual(shown, held);
  });

  test('import no command: nothing does', () => {
    const commands = new Set(sources.filter(name => /^scripts\/[^/]+$/.test(name)));
    assert.deepEqual(
      [...allImports].flatMap(([name, targets]) =>
        targets.filter(target => commands.has(target)).map(target => `${name} → ${target}`),
      ),
      [],
    );
  });
});
