/** The way in which the reading edition shows the pages of a kind, as the kind itself states it. */

import type { Kind } from '#document/kind/kind.ts';
import { publicKinds } from '#document/message/index.ts';

const traits = new Map(publicKinds.map(({ kind, reading }) => [kind, reading]));

/**
 * Returns how the reading edition shows the pages of a kind; empty for a kind with only text and fields, and for an unknown kind.
 */
export const traitOf = (kind: string): NonNullable<Kind['reading']> => traits.get(kind) ?? {};
