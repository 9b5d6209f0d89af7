/** The form of a fault for those who rehearse it, and the signs that several have. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Needs, Scene } from './fault-scene.ts';

export interface Fault {
  name: string;
  needs: Needs;
  /** Makes it happen; returns what ends it. */
  inject(scene: Scene): Promise<() => unknown>;
  /** A line of `/readyz`, or of the metrics, that is there while it lasts. Absent: no metrics at all. */
  readyz?: RegExp;
  metric?: RegExp;
  /** Whether the metric only counts, so that its line stays. */
  counts?: true;
  /** Makes it show, asked for again and again. */
  provoke?(scene: Scene): Promise<unknown>;
  alert: string;
}

export const away = { readyz: /^database: away$/m, metric: /^database_up 0$/m, alert: 'DatabaseAway' };
export const degraded = { readyz: /^degraded: /m, metric: /^catalog_degraded 1$/m, alert: 'CatalogDegraded' };
export const noKey = { metric: /^signing_key_usable 0$/m, alert: 'KeyUnusable' };
export const noTicket = {
  ...{
    metric: /^use_tickets_total\{.*outcome="failed".*\} [1-9]/m,
    counts: true as const,
    alert: 'TicketsFail',
  },
  provoke: (scene: Scene) => scene.visit(),
};

/** Puts a file or folder aside, and returns what puts it back. */
export function putAside(path: string): () => void {
  renameSync(path, `${path}.aside`);
  return () => {
    rmSync(path, { recursive: true, force: true });
    renameSync(`${path}.aside`, path);
  };
}

export const databaseFile = ({ place }: Scene): string => join(place.dataDir, 'catalog.sqlite');
