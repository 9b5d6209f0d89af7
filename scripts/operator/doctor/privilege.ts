/** The files that say how a deployment runs: whether they give anything more than it needs (docs/builders.md#2). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check, Finding } from './check.ts';
import { excessOfCompose } from './privilege/compose.ts';
import { excessOfKubernetes } from './privilege/kubernetes.ts';
import { excessOfUnits } from './privilege/unit.ts';
import { excessOfWorkflow } from './privilege/workflow.ts';

const root = join(import.meta.dirname, '../../..');
const kubernetes = ['build', 'server'].map(name => `scripts/deploy/kubernetes/${name}.yaml`);
const compose = 'scripts/deploy/compose.yaml';
const units = ['agent-topology-build', 'agent-topology'].map(name => `scripts/deploy/${name}.service`);
const workflows = ['ci', 'publish'].map(name => `.github/workflows/${name}.yml`);

/** Files by path; those that are missing, as in an image, are left out. */
type Files = Readonly<Record<string, string>>;

/**
 * What deployment files give too much, each sentence after its file, and what to do after a semicolon.
 * @param files their texts by path from the root of the project
 */
export function excessIn(files: Files): string[] {
  const present = (names: readonly string[]) => names.filter(name => files[name] !== undefined);
  const within = (name: string, excess: readonly string[]) => excess.map(each => `${name}: ${each}.`);
  return [
    ...within('scripts/deploy/kubernetes', excessOfKubernetes(present(kubernetes).map(name => files[name]!))),
    ...present([compose]).flatMap(name => within(name, excessOfCompose(files[name]!))),
    ...within(
      'scripts/deploy',
      excessOfUnits(Object.fromEntries(present(units).map(name => [name.split('/').at(-1)!, files[name]!]))),
    ),
    ...present(workflows).flatMap(name => within(name, excessOfWorkflow(files[name]!))),
  ];
}

/** The deployment files of this project as they are now. */
export function deploymentFiles(): Files {
  const names = [...kubernetes, compose, ...units, ...workflows].filter(name => existsSync(join(root, name)));
  return Object.fromEntries(names.map(name => [name, readFileSync(join(root, name), 'utf8')]));
}

export const privilege: Check = async (): Promise<Finding[]> => {
  const files = deploymentFiles();
  const excess = excessIn(files);
  if (excess.length === 0)
    return [
      {
        found: `${Object.keys(files).length} deployment files give servers and workflows no more than they need.`,
      },
    ];
  return excess.map(each => {
    const [found = '', fix = ''] = each.split('; ');
    return { found: `${found}.`, fix: fix.replace(/^./, first => first.toUpperCase()) };
  });
};
