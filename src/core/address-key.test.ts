import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey, networksOf } from './address-key.ts';

test('all addresses of an IPv6 /64 have one key, and an IPv4 address has the same key in every notation', () => {
  const rows: [string, string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:0:0:0:9', '2001:db8:1:2::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['not an address', 'not an address'],
  ];
  for (const [address, key] of rows) assert.equal(addressKey(address), key, address);
});

test('limits count the /64, the /56 and the /48 of an IPv6 address, and the address and the /24 of an IPv4 address', () => {
  const keys = (address: string) => networksOf(address).map(({ key, share }) => `${key} ×${share}`);
  assert.deepEqual(keys('2001:db8:1:2345::1'), [
    '2001:db8:1:2345::/64 ×1',
    '2001:db8:1:2300::/56 ×2',
    '2001:db8:1::/48 ×4',
  ]);
  assert.deepEqual(keys('192.0.2.77'), ['192.0.2.77 ×1', '192.0.2.0/24 ×8']);
  assert.deepEqual(keys('::ffff:192.0.2.77'), keys('192.0.2.77'));
  assert.deepEqual(keys('not an address'), ['not an address ×1']);
});
