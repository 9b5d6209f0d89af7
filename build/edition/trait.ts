/** How the pages of a kind look, as the kind itself says. */

import type { Kind } from '#document/kind/kind.ts';
import { publicKinds } from '#document/message/index.ts';

const traits = new Map(publicKinds.map(({ kind, reading }) => [kind, reading]));

/** Returns how the reading edition shows a kind; empty for kinds that have only text and fields, and for unknown kinds. */
export const traitOf = (kind: string): NonNullable<Kind['reading']> => traits.get(kind) ?? {};
