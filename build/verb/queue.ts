/** Verbs about what several programs share: a queue of tasks and a book of entries, each a file with a lock. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { Refused, readIn, writeIn } from './folder.ts';
import { defineVerb, item, type Place } from './verb.ts';

/** Below the folder. */
const stateFolder = '.agent-topology';

const name = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'expected small letters, digits and hyphens')
  .max(64);
const id = z.string().min(1).max(200);

interface Task {
  id: string;
  waits_for: string[];
  task: Record<string, unknown>;
  state: 'open' | 'leased' | 'done' | 'stuck';
  /** How often it was given out. */
  leases: number;
  worker?: string;
  /** Milliseconds since 1970. */
  until?: number;
}

/** How long a verb waits for another one, in milliseconds. */
const patience = 10_000;

/** Does something while nobody else does, in this process or another one. @throws Refused when the lock stays taken */
export async function locked<Value>(
  { folder }: Place,
  lock: string,
  act: () => Value | Promise<Value>,
): Promise<Value> {
  // Makes the folder, and refuses one that is a link.
  writeIn(folder, `${stateFolder}/.gitignore`, '*\n');
  const path = join(folder, stateFolder, `${lock}.lock`);
  const until = Date.now() + patience;
  while (!taken(path)) {
    if (Date.now() > until)
      throw new Refused(
        `Somebody holds ${stateFolder}/${lock}.lock. Delete the file if no run is under way.`,
      );
    clearStale(path);
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  try {
    return await act();
  } finally {
    rmSync(path, { force: true });
  }
}

function taken(path: string): boolean {
  try {
    const fd = openSync(path, 'wx');
    writeFileSync(fd, `${process.pid} ${hostname()}`);
    closeSync(fd);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a lock whose process has ended on this machine. Only one process at a time does that, so none removes a new lock. */
function clearStale(path: string): void {
  const only = `${path}.clear`;
  if (!isStale(path) || !taken(only)) return;
  try {
    if (isStale(path)) rmSync(path, { force: true });
  } finally {
    rmSync(only, { force: true });
  }
}

function isStale(path: string): boolean {
  try {
    const [pid = '', host = ''] = readFileSync(path, 'utf8').split(' ');
    if (host !== hostname() || !/^\d+$/.test(pid)) return false;
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

const pathOf = (queue: string): string => `${stateFolder}/queue-${queue}.json`;

function stateOf({ folder }: Place, queue: string): Task[] {
  const text = textAt(folder, pathOf(queue));
  return text === undefined ? [] : (JSON.parse(text) as Task[]);
}

/** A file's text; undefined where there is none yet. */
function textAt(folder: string, path: string): string | undefined {
  try {
    return readIn(folder, path);
  } catch (error) {
    if (error instanceof Refused && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

/** Changes a queue under its lock. */
const change = <Value>(place: Place, queue: string, act: (tasks: Task[]) => Value): Promise<Value> =>
  locked(place, `queue-${queue}`, () => {
    const tasks = stateOf(place, queue);
    const result = act(tasks);
    writeIn(place.folder, pathOf(queue), JSON.stringify(tasks));
    return result;
  });

const counts = (tasks: readonly Task[]) =>
  Object.fromEntries(
    (['open', 'leased', 'done', 'stuck'] as const).map(state => [
      state,
      tasks.filter(each => each.state === state).length,
    ]),
  );

const addTasks = defineVerb(
  'add_tasks',
  'Adds tasks to a queue, each with the ids that it waits for. It refuses an id that is there already, and one that waits for itself ' +
    'by way of others.',
  {
    queue: name,
    tasks: z
      .array(z.strictObject({ id, waits_for: z.array(id).max(200).optional(), task: item }))
      .min(1)
      .max(2000),
  },
  ({ queue, tasks: given }, place) =>
    change(place, queue, tasks => {
      const known = new Set(tasks.map(task => task.id));
      for (const { id, waits_for = [], task } of given) {
        if (known.has(id)) throw new Refused(`The task ${id} is there already.`);
        known.add(id);
        tasks.push({ id, waits_for, task, state: 'open', leases: 0 });
      }
      const missing = tasks.flatMap(task => task.waits_for).find(wanted => !known.has(wanted));
      if (missing !== undefined) throw new Refused(`A task waits for ${missing}, which is not in the queue.`);
      const stuck = inCircle(tasks);
      if (stuck !== undefined) throw new Refused(`The task ${stuck} waits for itself.`);
      return counts(tasks);
    }),
);

/** A task that can never be ready, because those that it waits for wait for it. */
function inCircle(tasks: readonly Task[]): string | undefined {
  const ready = new Set<string>();
  for (let before = -1; before < ready.size; ) {
    before = ready.size;
    for (const { id, waits_for } of tasks) if (waits_for.every(each => ready.has(each))) ready.add(id);
  }
  return tasks.find(({ id }) => !ready.has(id))?.id;
}

/** Gives back leases that ran out: once to the queue, then as stuck. */
function lapse(tasks: readonly Task[], now: number): void {
  for (const task of tasks.filter(({ state, until = 0 }) => state === 'leased' && until <= now))
    giveBack(task);
}

function giveBack(task: Task): void {
  task.state = task.leases >= 2 ? 'stuck' : 'open';
  delete task.worker;
  delete task.until;
}

const lease = defineVerb(
  'lease',
  'Leases the next task of a queue that waits for nothing to one worker, for some minutes. Nobody else gets it meanwhile. A lease that ' +
    'runs out is given out once more; then the task is stuck. Without a ready task, `task` is null.',
  {
    queue: name,
    worker: id,
    minutes: z.number().positive().max(10_080),
    most: z.int().min(1).max(1000).optional().describe('So many leases may be open at once.'),
  },
  ({ queue, worker, minutes, most = 1000 }, place) =>
    change(place, queue, tasks => {
      const now = Date.now();
      lapse(tasks, now);
      const done = new Set(tasks.filter(({ state }) => state === 'done').map(task => task.id));
      const isFull = tasks.filter(({ state }) => state === 'leased').length >= most;
      const next = isFull
        ? undefined
        : tasks.find(({ state, waits_for }) => state === 'open' && waits_for.every(each => done.has(each)));
      if (!next) return { task: null, ...counts(tasks) };
      Object.assign(next, {
        state: 'leased',
        worker,
        until: now + minutes * 60_000,
        leases: next.leases + 1,
      });
      return { id: next.id, task: next.task, until: new Date(next.until!).toISOString(), ...counts(tasks) };
    }),
);

const finishTask = defineVerb(
  'finish_task',
  'Ends the lease of a task: done; returned, which gives it out once more and then makes it stuck; or stuck. Only the worker who holds ' +
    'the lease may.',
  { queue: name, id, worker: id, result: z.enum(['done', 'returned', 'stuck']) },
  ({ queue, id, worker, result }, place) =>
    change(place, queue, tasks => {
      lapse(tasks, Date.now());
      const task = tasks.find(each => each.id === id);
      if (!task) throw new Refused(`There is no task ${id}.`);
      if (task.state !== 'leased' || task.worker !== worker)
        throw new Refused(`${worker} does not hold the task ${id}, which is ${task.state}.`);
      giveBack(task);
      if (result !== 'returned') task.state = result;
      return { id, state: task.state, ...counts(tasks) };
    }),
);

const listTasks = defineVerb(
  'list_tasks',
  'The state of a queue: how many tasks are open, leased, done and stuck, and which.',
  { queue: name },
  ({ queue }, place) =>
    change(place, queue, tasks => {
      lapse(tasks, Date.now());
      return { ...counts(tasks), tasks: tasks.map(({ id, state, leases }) => ({ id, state, leases })) };
    }),
);

const record = defineVerb(
  'record',
  'Adds an entry to a book, which can only grow: no entry is ever changed. Each gets a number, a time and a digest that covers the one ' +
    'before it. Returns all entries.',
  { book: name, entry: item.optional().describe('Without one the book is only read.') },
  ({ book, entry }, place) =>
    locked(place, `book-${book}`, () => {
      const path = `${stateFolder}/book-${book}.jsonl`;
      const text = textAt(place.folder, path) ?? '';
      const entries = text
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line) as { digest: string });
      if (entry === undefined) return { entries };
      const former = entries.at(-1)?.digest ?? '';
      const fields = { number: entries.length + 1, time: new Date().toISOString(), entry };
      const digest = createHash('sha256')
        .update(former + JSON.stringify(fields))
        .digest('hex');
      writeIn(place.folder, path, `${text}${JSON.stringify({ ...fields, digest })}\n`);
      return { entries: [...entries, { ...fields, digest }] };
    }),
);

export const queueVerbs = [addTasks, lease, finishTask, listTasks, record];
