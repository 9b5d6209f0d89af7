/**
 * The metrics of worker processes, in the primary process. Each worker sends its counts every second, and the last ones are
 * kept when it ends. So no counter ever falls, and a worker that hangs keeps nobody from reading the metrics of the others.
 */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client';

/** The milliseconds between two reports of a worker. */
const reportMilliseconds = 1000;
/** The milliseconds that a worker has to answer a request for metrics. */
const patience = 500;

type Report = MetricObject[];

/** The message of a worker: its counts, or all of its metrics if `request` names the request that it answers. */
interface ReportedMetrics {
  report: Report;
  request?: number;
}

/**
 * Makes a worker send its metrics to the primary process: its counts every second, and all metrics when it is asked.
 * @returns a function that sends the counts a last time
 */
export function tellMetrics(counted: Registry, all: readonly Registry[]): () => Promise<void> {
  const send = async (registries: readonly Registry[], request?: number): Promise<void> => {
    const reports = await Promise.all(registries.map(each => each.getMetricsAsJSON()));
    const metrics: ReportedMetrics = { report: reports.flat(), ...(request !== undefined && { request }) };
    if (process.connected) await new Promise<void>(done => process.send!({ metrics }, () => done()));
  };
  const sendCounts = () => send([counted]).catch(() => {});
  setInterval(sendCounts, reportMilliseconds).unref();
  process.on('message', (message: { askMetrics?: number } | undefined) => {
    if (message?.askMetrics !== undefined) void send(all, message.askMetrics).catch(() => {});
  });
  return sendCounts;
}

/** The metrics that one worker has sent. */
class WorkerMetrics {
  /** All metrics, as of the last answer to a request. */
  #all: Report = [];
  /** The counts, which are newer than `#all`. */
  #counts: Report = [];
  #answered = 0;
  #wake = () => {};

  take({ report, request }: ReportedMetrics): void {
    this.#counts = report.filter(isCount);
    if (request === undefined) return;
    this.#all = report;
    this.#answered = request;
    this.#wake();
  }

  /** Returns the counts that are kept when the worker has ended. */
  get counts(): Report {
    const newer = new Set(this.#counts.map(({ name }) => name));
    return [...this.#counts, ...this.#all.filter(metric => isCount(metric) && !newer.has(metric.name))];
  }

  /** Returns all metrics when the worker answers a request. If it does not answer in time, returns its counts. */
  async after(request: number): Promise<Report> {
    const answered = new Promise<void>(resolve => {
      this.#wake = resolve;
    });
    if (this.#answered < request) await Promise.race([answered, wait(patience, undefined, { ref: false })]);
    return this.#answered < request ? this.counts : this.#all;
  }
}

/** Tells whether a metric is a count. The types of the package declare `type` as a number, but it is a word. */
const isCount = ({ type }: MetricObject): boolean => ['counter', 'histogram'].includes(String(type));

/** The milliseconds after the end of a worker within which its last message may still arrive. */
const lateMilliseconds = 250;

/** Makes the function with which the primary process reads the sum of all workers' metrics and its own. */
export function readWorkers(own: Registry): () => Promise<string> {
  const workers = new Map<number, WorkerMetrics>();
  let departed: Report = [];
  const of = ({ id }: Worker): WorkerMetrics => {
    const known = workers.get(id) ?? new WorkerMetrics();
    workers.set(id, known);
    return known;
  };
  cluster.on('message', (worker: Worker, message: { metrics?: ReportedMetrics } | undefined) => {
    if (message?.metrics && (workers.has(worker.id) || !worker.isDead())) of(worker).take(message.metrics);
  });
  cluster.on('exit', async (worker: Worker) => {
    await wait(lateMilliseconds, undefined, { ref: false });
    const summed = AggregatorRegistry.aggregate([departed, of(worker).counts]).getMetricsAsJSON();
    workers.delete(worker.id);
    departed = await summed;
  });
  let request = 0;
  return async () => {
    request += 1;
    for (const worker of Object.values(cluster.workers ?? {}))
      worker?.send({ askMetrics: request }, () => {});
    const reports = [...workers.values()].map(each => each.after(request));
    const all = [departed, ...(await Promise.all(reports)), await own.getMetricsAsJSON()];
    return AggregatorRegistry.aggregate(all).metrics();
  };
}
