/** The tools of both documented peers: as many as ours, with the same arguments, reading the pages that BENCH_PAGES lists. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export const identity = { name: 'documented', version: '1.0.0' };

export const shapes = {
  search: {
    query: z.string().min(1).max(2000),
    kind: z.enum(['pattern', 'starter']).optional(),
    task_class: z.string().max(128).optional(),
    limit: z.int().min(1).max(20).default(8),
  },
  fetch: { path: z.string().min(1).max(2048), offset: z.int().min(0).default(0) },
  get_pattern: { pattern: z.string().min(1).max(200) },
  list_starters: { task_class: z.string().max(128).optional() },
  report_outcome: {
    ticket: z.string().max(1024),
    outcome: z.enum(['worked', 'partly', 'did_not_work']),
    note: z.string().max(280).optional(),
  },
};

/** What every tool is registered with, except for its arguments. */
export const about = (name: string) => ({
  title: name,
  description: 'Reads one page of the catalog, exactly as it is served over HTTP.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
});

const list = JSON.parse(readFileSync(process.env.BENCH_PAGES!, 'utf8')) as { path: string; file: string }[];
const pages = new Map(list.map(({ path, file }) => [path, readFileSync(file, 'utf8')]));

/** Answers every tool call with the page at the given path. */
export const answer = (values: Record<string, unknown>) => ({
  content: [{ type: 'text' as const, text: pages.get(String(values.path)) ?? '' }],
});
