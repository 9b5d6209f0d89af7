/** The measurements of the claims by host, that of the newest version first. The campaign `runtimes` writes them. */
import type { HostId, Measurement } from './claim.ts';
import measured from './record.json' with { type: 'json' };

export const record: Readonly<Record<HostId, readonly Measurement[]>> = measured;
