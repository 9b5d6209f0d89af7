/** The entry for the official registry of MCP servers, judged by the schema of the registry. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { baseUrl, exampleDist } from '../../../support/shared.ts';

const dist = exampleDist();
const json = (name: string) => JSON.parse(readFileSync(join(dist, name), 'utf8'));

describe('server.json', () => {
  test('is valid by the schema that it names', () => {
    const file = join(import.meta.dirname, '../../../schema/registry-server.schema.json');
    const schema = JSON.parse(readFileSync(file, 'utf8'));
    const ajv = new Ajv({ strict: false, allErrors: true });
    formats.default(ajv);
    const validate = ajv.compile(schema);
    assert.ok(validate(json('server.json')), JSON.stringify(validate.errors, null, 1));
    assert.equal(json('server.json').$schema, schema.$id);
  });

  test('names one remote, the endpoint', () => {
    assert.deepEqual(json('server.json').remotes, [{ type: 'streamable-http', url: `${baseUrl}/mcp` }]);
  });

  test('says of the server what its card says', () => {
    const { name, title, version, description, websiteUrl } = json('mcp/server-card');
    const { $schema: _, remotes, ...said } = json('server.json');
    assert.deepEqual(said, { name, title, description, version, websiteUrl });
    assert.equal(remotes.length, 1);
  });
});
