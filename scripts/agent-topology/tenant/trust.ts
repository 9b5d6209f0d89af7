/**
 * Decides whose signatures a tenant trusts: those of keys that a person named, or that were pinned when the address was first
 * used. That a service lists its own keys proves nothing (docs/trust.md#15).
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ListedKey } from '#document/proof/document/keys.ts';
import { sha256Hex } from '#document/text/digest.ts';
import { isThisMachine } from '../../support/client/address.ts';
import { failed, wrongUse } from '../../support/failure.ts';
import { isOfItsId } from '../../support/signed/keys.ts';

/** The keys that an address listed, and the name on the page. */
interface Listed {
  /** The address that listed the keys. */
  address: string;
  /** The name of the service, as the page of the keys states it. */
  name: string;
  keys: readonly ListedKey[];
}

interface Ways {
  /** The ids of keys that the person named. */
  wanted: readonly string[];
  /** The folder of the pins. */
  folder: string;
  /** Whether a person reads the messages, at a terminal. */
  isTerminal: boolean;
  say(line: string): void;
}

const pinned = z.object({
  address: z.string(),
  name: z.string(),
  /** The raw public keys in base64. */
  keys: z.array(z.string()),
});
type Pin = z.infer<typeof pinned>;

/**
 * Returns the trusted keys among the listed ones.
 * @throws Failure `failed` that names the keys and the option, when nobody can tell whether they are right
 */
export function trustedKeys(listed: Listed, ways: Ways): ListedKey[] {
  const { address, name, keys } = listed;
  const own = keys.filter(key => key.purpose !== 'log' && isOfItsId(key));
  const pin = readPin(ways.folder, address);
  const known = own.filter(key => pin?.keys.includes(key.public_key));
  if (ways.wanted.length > 0) {
    const wanted = ways.wanted.map(id => keyOf(listed, own, id));
    // Keys that were pinned under this name stay believed beside those that are named now.
    const all = [...new Set([...wanted, ...(pin?.name === name ? known : [])])];
    if (!isThisMachine(address)) writePin(ways.folder, pinOf(listed, all));
    return all;
  }
  if (pin) {
    refuseChanged(listed, own, known, pin);
    return known;
  }
  if (isThisMachine(address)) return own;
  const ids = own.filter(({ state }) => state === 'active').map(({ key_id }) => key_id);
  if (!ways.isTerminal)
    throw failed(
      `You did not use ${address} before, and nothing on this machine says whether its keys are the right ones: ${ids.join(', ')}. ` +
        `Ask the operator which they are, then add ${ids.map(id => `--key ${id}`).join(' ')}.`,
    );
  writePin(ways.folder, pinOf(listed, own));
  ways.say(`The keys of ${address} are pinned: ${ids.join(', ')}. Compare them with what its operator says.`);
  return own;
}

function keyOf({ address }: Listed, own: readonly ListedKey[], id: string): ListedKey {
  const found = own.find(({ key_id }) => key_id === id);
  if (found) return found;
  throw failed(
    `${address} does not list the key ${id}, which --key names. Ask its operator before you use it.`,
  );
}

/**
 * Refuses an address whose name, or whose keys for tenants, differ from those that were pinned.
 * @throws Failure `failed` that says what differs, and names the keys to trust if that is right
 */
function refuseChanged(
  { address, name }: Listed,
  own: readonly ListedKey[],
  known: readonly ListedKey[],
  pin: Pin,
): void {
  const others = own.filter(key => key.state === 'active' && !known.includes(key));
  const ids = others.map(({ key_id }) => key_id);
  const help = `Ask its operator. If that is right, add ${ids.map(id => `--key ${id}`).join(' ') || '--key ID'}.`;
  if (name !== pin.name)
    throw failed(`${address} calls itself ${name}, but called itself ${pin.name} before. ${help}`);
  if (others.some(({ purpose }) => purpose === 'tenant') || known.length === 0)
    throw failed(
      `${address} does not have the keys that you pinned. Its keys are ${ids.join(', ') || 'none'}. ${help}`,
    );
}

const pinOf = ({ address, name }: Listed, keys: readonly ListedKey[]): Pin => ({
  address,
  name,
  keys: keys.map(({ public_key }) => public_key),
});

const fileOf = (folder: string, address: string): string => join(folder, `${sha256Hex(address)}.json`);

/**
 * Reads the pin of an address; undefined if there is none.
 * @throws Failure when it exists but cannot be read, since it must not be ignored
 */
function readPin(folder: string, address: string): Pin | undefined {
  const file = fileOf(folder, address);
  try {
    const pin = pinned.parse(JSON.parse(readFileSync(file, 'utf8')));
    if (pin.address === address) return pin;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  }
  throw wrongUse(
    `This command cannot read ${file}, which has the pinned keys of ${address}. Restore it, or remove it.`,
  );
}

/**
 * Writes the pin of an address.
 * @throws Failure when it cannot be written
 */
function writePin(folder: string, pin: Pin): void {
  const file = fileOf(folder, pin.address);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, `${JSON.stringify(pin)}\n`, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw wrongUse(
      `This command cannot write ${folder} (${code}), where it keeps pinned keys. Set XDG_STATE_HOME to a folder of yours.`,
    );
  }
}
