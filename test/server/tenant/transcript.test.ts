/** Runs the transcripts of the tenant API in `http/tenant/`, on both databases. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe } from 'node:test';
import { digestField, sha256Hex } from '#document/text/digest.ts';
import { setStatus } from '../../../server/tenant/status-change.ts';
import { describedFromNow } from '../../support/described.ts';
import { onBothDatabases, start } from '../../support/store.ts';
import {
  formationText,
  issue,
  lockText,
  profileText,
  type Scene,
  setScene,
  suiteText,
} from '../../support/tenant.ts';
import { testTranscript } from '../../support/transcript.ts';

describedFromNow();

const folder = join(import.meta.dirname, 'transcript');

const digest = digestField(sha256Hex(formationText()));
const lock = sha256Hex(lockText(digest));
const prefix = '/v1/tenants/acme/artifacts/sha256';

/** The texts for names in braces, other than tokens. */
const texts = {
  ...{ formation: formationText(), lock: lockText(digest), lock2: lockText(digest, 'two') },
  ...{ profile: profileText(), suite: suiteText(), artifact: `${prefix}/${digest.slice(7)}.md` },
  ...{ lock_path: `${prefix}/${lock}.md`, signature_path: `${prefix}/${lock}/signature.md` },
  status_path: `${prefix}/${lock}/status.md`,
};

/** Returns the acts between exchanges, by their names in the transcript. */
const acts = (scene: Scene, reader: string): Record<string, () => Promise<unknown>> => ({
  'the operator revokes the candidate': () =>
    setStatus(scene.store, 'acme', { digest, status: 'revoked', reasonCode: 'unsafe', at: start }),
  'the operator allows no candidate': () =>
    scene.store.accounts.setLimits('acme', new Map([['private_candidates', 0]])),
  'the operator allows one request a minute': () =>
    scene.store.accounts.setLimits('acme', new Map([['requests_per_minute', 1]])),
  'the credential is revoked': () => scene.store.credentials.revoke(reader, start),
});

for (const file of readdirSync(folder)) {
  onBothDatabases(`the transcript ${file}`, database => {
    const scene = setScene(database);
    const values = new Map(Object.entries(texts).map(([name, text]) => [name, text.trimEnd()]));
    let reader = '';
    before(async () => {
      const limited = await issue(scene.store, 'acme', ['account:read']);
      const busy = await issue(scene.store, 'acme');
      reader = limited.id;
      const { acme, other } = scene;
      for (const [name, { token }] of Object.entries({ acme, other, reader: limited, busy }))
        values.set(name, token);
    });
    const act = async (what: string) => {
      await acts(scene, reader)[what]!();
    };
    describe('reads as', () => testTranscript(join(folder, file), () => scene.server, act, values));
  });
}
