/** Workflows of GitHub Actions. */
import { parse } from 'yaml';
import { z } from 'zod';

const permissions = z.union([z.string(), z.record(z.string(), z.string())]).optional();
const environment = z.record(z.string(), z.coerce.string()).default({});
const step = z.object({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  env: environment,
  with: z.record(z.string(), z.unknown()).default({}),
});
/** A job has steps, or calls another workflow. */
const job = z.object({
  permissions,
  env: environment,
  steps: z.array(step).default([]),
  uses: z.string().optional(),
  secrets: z.unknown().optional(),
});
const workflow = z.object({
  permissions,
  env: environment,
  jobs: z.record(z.string(), job),
});
type Step = z.infer<typeof step>;

const hasSecret = (values: Record<string, string>) =>
  Object.values(values).some(value => /\bsecrets\b/.test(value));
const isInstall = ({ run = '' }: Step) => /\bnpm (?:ci|i|install)\b/.test(run);
const runsPackages = ({ run = '' }: Step) => /\b(?:npm|npx|node)\b/.test(run);

/** What a workflow may do beyond what it needs. */
export function excessOfWorkflow(text: string): string[] {
  const { permissions: common, env, jobs } = workflow.parse(parse(text));
  const excess = hasSecret(env) ? ['every job gets a secret; set it at the one step that needs it'] : [];
  const steps = Object.values(jobs).flatMap(job => job.steps);
  const withKey = steps.filter(each => hasSecret(each.env) || JSON.stringify(each.with).includes('secrets.'));
  if (withKey.length > 1) excess.push(`${withKey.length} steps get a secret; one needs it`);
  for (const [name, job] of Object.entries(jobs)) {
    const granted = job.permissions ?? common;
    const mayWrite = typeof granted === 'string' ? granted !== 'read-all' : hasWrite(granted);
    if (granted === undefined || typeof granted === 'string')
      excess.push(`${name} has permissions that it does not name; list them`);
    if (hasSecret(job.env))
      excess.push(`every step of ${name} gets a secret; set it at the one step that needs it`);
    if (job.secrets !== undefined)
      excess.push(`${name} hands secrets to another workflow; let a step of its own have them`);
    if (job.uses !== undefined && !/^\.\/|@[0-9a-f]{40}$/.test(job.uses))
      excess.push(`${name} calls whatever ${job.uses} is today; name its commit`);
    if (mayWrite && job.steps.some(runsPackages))
      excess.push(`${name} runs code of packages and may write; let a job without them do that`);
    if (withKey.some(each => job.steps.includes(each)))
      for (const each of job.steps.filter(isInstall))
        if (!each.run!.includes('--ignore-scripts'))
          excess.push(`${name} runs scripts of packages where a secret is; use npm ci --ignore-scripts`);
    excess.push(...job.steps.flatMap(each => excessOfAction(name, each)));
  }
  return excess;
}

const hasWrite = (granted: Record<string, string> = {}) => Object.values(granted).includes('write');

function excessOfAction(job: string, { uses, with: settings }: Step): string[] {
  if (uses === undefined) return [];
  const excess = /@[0-9a-f]{40}$/.test(uses)
    ? []
    : [`${job} runs whatever ${uses} is today; name its commit`];
  if (uses.startsWith('actions/checkout@') && settings['persist-credentials'] !== false)
    excess.push(`${job} leaves credentials in its checkout; set persist-credentials: false`);
  return excess;
}
