/** The command of the package as a stranger has it: packed, to be installed in an empty folder with nothing else. */
import { join } from 'node:path';
import { packCommand } from '../../scripts/support/packing.ts';
import { temporaryFolder } from './folder.ts';

let packed: Promise<string> | undefined;

/** The path of the packed command, which a test file packs once. */
export function tarball(): Promise<string> {
  packed ??= packInto(join(temporaryFolder(), 'agent-topology.tgz'));
  return packed;
}

const packInto = (file: string): Promise<string> => packCommand(file).then(() => file);
