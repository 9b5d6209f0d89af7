/** How the pages of a kind look, as the kind itself says. */
import { publicKinds } from '#build/exchange/index.ts';
import type { Kind } from '#build/kind/kind.ts';

const traits = new Map(publicKinds.map(({ kind, reading }) => [kind, reading]));

/** Nothing for kinds that are text and fields alone, and for what is of no kind. */
export const traitOf = (kind: string): NonNullable<Kind['reading']> => traits.get(kind) ?? {};
