/**
 * Liveness and readiness, as probes ask for them. A server is ready while it serves pages; the database is named without making it
 * unready, since pages never wait for it, unless the probe asks for the strict form.
 */

/** What readiness depends on, at this moment. */
export interface HealthState {
  /** The catalog that is served. */
  pages: number;
  /** Whether the server was told to stop. */
  draining: boolean;
  databaseAnswers: boolean;
}

interface HealthAnswer {
  status: 200 | 503;
  /** One line for the verdict, and one for each thing that was checked. */
  text: string;
}

export const livePath = '/livez';
export const readyPath = '/readyz';

export const isProbePath = (path: string): boolean => path === livePath || path === readyPath;

/** The process answers, which is all that liveness asks. */
export const liveness = (): HealthAnswer => ({ status: 200, text: 'live\n' });

/**
 * Whether requests should be sent here.
 * @param strict whether the database counts
 */
export function readiness({ pages, draining, databaseAnswers }: HealthState, strict: boolean): HealthAnswer {
  const ready = pages > 0 && !draining && (databaseAnswers || !strict);
  const lines = [
    ready ? 'ready' : 'not ready',
    `catalog: ${pages} pages`,
    `draining: ${draining ? 'yes' : 'no'}`,
    `database: ${databaseAnswers ? 'answers' : 'away'}`,
  ];
  return { status: ready ? 200 : 503, text: `${lines.join('\n')}\n` };
}
