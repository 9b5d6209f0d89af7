/** Networks: what counts as one visitor, and that nobody can read an address off its id. */
import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { networkId, networksOf } from '../../../../server/ticket/rule/network.ts';

const key = createSecretKey(Buffer.alloc(32, 1));

describe('a network', () => {
  const cases: [string, string, string][] = [
    ['192.0.2.7', 'v4:192.0.2.7', 'v4:192.0.2.0/24'],
    ['::ffff:192.0.2.7', 'v4:192.0.2.7', 'v4:192.0.2.0/24'],
    ['::ffff:c000:207', 'v4:192.0.2.7', 'v4:192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', 'v6:2001:db8:1:2::/64', 'v6:2001:db8:1::/48'],
    ['2001:DB8:1:2::', 'v6:2001:db8:1:2::/64', 'v6:2001:db8:1::/48'],
    ['2001:db8:1:3::1', 'v6:2001:db8:1:3::/64', 'v6:2001:db8:1::/48'],
    ['::1', 'v6:0:0:0:0::/64', 'v6:0:0:0::/48'],
    ['fe80::1%eth0', 'v6:fe80:0:0:0::/64', 'v6:fe80:0:0::/48'],
  ];
  for (const [address, client, network] of cases)
    test(`of ${address} is ${client}, within ${network}`, () => {
      const version = client.startsWith('v4') ? 4 : 6;
      assert.deepEqual(networksOf(address), { client, network, version });
    });

  for (const address of ['', 'localhost', '192.0.2.7, 10.0.0.1', '999.1.1.1'])
    test(`is not told of ${address || 'nothing'}`, () => assert.equal(networksOf(address), undefined));

  test('is the same for every address of an IPv6 /64', () => {
    const part = fc.integer({ min: 0, max: 0xffff }).map(number => number.toString(16));
    const host = fc.array(part, { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(host, parts =>
        assert.equal(networksOf(`2001:db8:1:2:${parts.join(':')}`)?.client, 'v6:2001:db8:1:2::/64'),
      ),
    );
  });

  test('has an id that depends on the key and shows nothing of the address', () => {
    const id = networkId('v4:192.0.2.7', key);
    assert.match(id, /^[A-Za-z0-9_-]{22}$/);
    assert.equal(id, networkId('v4:192.0.2.7', key));
    assert.notEqual(id, networkId('v4:192.0.2.8', key));
    assert.notEqual(id, networkId('v4:192.0.2.7', createSecretKey(Buffer.alloc(32, 2))));
    assert.ok(!Buffer.from(id, 'base64url').toString('latin1').includes('192'));
  });
});
