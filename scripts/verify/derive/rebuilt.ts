/** Compares a tree with what its sources produce, and says if another release made it, which may explain differences. */
import type { Builder } from '#document/text/manifest.ts';
import { builderIdentity } from '../../../build/publish/version.ts';
import type { Progress } from '../../support/progress.ts';
import type { CheckInput, Rebuilt } from '../check-input.ts';
import type { Tree } from '../tree.ts';
import { compare } from './comparison.ts';
import { derive } from './derivation.ts';
import type { Content } from './sources.ts';

/**
 * Makes the pages of a tree again, and returns how they differ from those in the tree. An error while they are made is a fault
 * too.
 * @param content the sources to use; if undefined, those that the tree carries
 */
export async function rebuild(
  tree: Tree,
  evidence: CheckInput,
  content: Content | undefined,
  progress: Progress,
): Promise<Rebuilt> {
  const otherBuilder = otherBuilderOf(tree.proof?.builder);
  try {
    const derivation = await derive(tree, evidence, content, progress);
    progress.step('comparing pages', 1, 1);
    return { otherBuilder, faults: compare(tree, derivation) };
  } catch (error) {
    // Sources that contradict each other may make no pages. Whatever else fails is reported with its reason too.
    const message = `The pages cannot be made again from the sources in the tree: ${(error as Error).message}`;
    return { otherBuilder, faults: [{ where: tree.name, message }] };
  }
}

/** Names the software that made a tree; undefined if this release made it. */
function otherBuilderOf(builder: Builder | undefined): string | undefined {
  const own = builderIdentity();
  if (builder?.digest === own.digest) return undefined;
  const shown = ({ version, digest }: Builder) => `${version} (sources ${digest.slice(0, 16)})`;
  const other = builder ? `release ${shown(builder)}` : 'a release that the manifest does not name';
  return `${other}; this is ${shown(own)}`;
}
