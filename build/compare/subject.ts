/** What can be compared: every pattern and task, and the newest version of each team that is offered. */
import { domainNames, inDomainOrder } from '#build/kind/field.ts';
import type { Catalog } from '../source/catalog.ts';
import { nameOf, offered } from '../source/version-order.ts';
import { oncePer } from '../text/once-per.ts';
import type { Cells } from './cell.ts';
import { patternCells } from './pattern.ts';
import { taskCells } from './task.ts';
import { lossInputs, versionCells } from './version.ts';

export interface Subject {
  /** Its name in addresses. */
  key: string;
  kind: 'pattern' | 'task' | 'starter' | 'formation';
  path: string;
  title: string;
  /** What its cells are made from. */
  inputs: readonly string[];
  cells(): Cells;
}

/** All of them by key, patterns first. */
export const subjectsOf = oncePer((catalog: Catalog): ReadonlyMap<string, Subject> => {
  const subjects = new Map<string, Subject>();
  for (const subject of [...patterns(catalog), ...tasks(catalog), ...teams(catalog)]) {
    // A name that is taken gets its kind before it.
    const key = subjects.has(subject.key) ? `${subject.kind}.${subject.key}` : subject.key;
    subjects.set(key, { ...subject, key });
  }
  return subjects;
});

/** The subject whose page is at a path. */
export const subjectsByPath = oncePer(
  (catalog: Catalog): ReadonlyMap<string, Subject> =>
    new Map([...subjectsOf(catalog).values()].map(subject => [subject.path, subject])),
);

const patterns = (catalog: Catalog): Subject[] =>
  [...catalog.patterns.values()].map(source => {
    const cells = once(() => patternCells(source, catalog));
    const { path, facts, more } = source;
    return {
      ...{ key: more.slug, kind: 'pattern', path: path!, title: facts.title },
      ...{ inputs: [JSON.stringify(cells())], cells },
    };
  });

const tasks = (catalog: Catalog): Subject[] =>
  inDomainOrder([...domainNames, ...catalog.domains.keys()])
    .flatMap(name => catalog.domains.get(name) ?? [])
    .flatMap(domain =>
      domain.more.tasks.map((task): Subject => {
        const key = `${domain.more.domain}.${task.name}`;
        const { path, cells } = taskCells(key, task, catalog);
        return {
          ...{ key, kind: 'task', path, title: key, inputs: [JSON.stringify(cells)] },
          cells: () => cells,
        };
      }),
    );

const teams = (catalog: Catalog): Subject[] =>
  [catalog.starters, catalog.formations]
    .flatMap(versions => offered(versions).map(([best]) => best!))
    .map((version): Subject => {
      const { cells, known } = versionCells(version, catalog);
      return {
        ...{ key: nameOf(version).replace('/', '.'), kind: version.facts.kind as 'starter' | 'formation' },
        ...{ path: version.path, title: version.facts.title },
        ...{ inputs: [version.digest, JSON.stringify(known), lossInputs(catalog)], cells: once(cells) },
      };
    });

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
