/** How the pages of a kind look, as the kind itself says. */

import type { Kind } from '#document/kind/kind.ts';
import { publicKinds } from '#document/message/index.ts';

const traits = new Map(publicKinds.map(({ kind, reading }) => [kind, reading]));

/** Nothing for kinds that are text and fields alone, and for what is of no kind. */
export const traitOf = (kind: string): NonNullable<Kind['reading']> => traits.get(kind) ?? {};
