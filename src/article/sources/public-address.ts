import { BlockList, isIP } from 'node:net';

// Which numbers lead out to the public network, and which to the house itself, to its neighbours or to nowhere.

const V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
];
/** Inside the one range of IPv6 that is public: Teredo and others of 2001::/23, examples, 6to4. */
const V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const notPublic = listOf(V4, 'ipv4');
const notPublic6 = listOf(V6, 'ipv6');
const global6 = listOf(['2000::/3'], 'ipv6');

/** Whether an IP address is one of the public network. IPv4 written as IPv6 never is. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && !address.includes('%') && global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}

function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', prefix] = range.split('/');
    list.addSubnet(net, Number(prefix), family);
  }
  return list;
}
