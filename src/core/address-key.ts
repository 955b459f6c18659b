import { isIPv4, isIPv6 } from 'node:net';

/** A network that limits count. `share` is how many times the budget of one address it has. */
export type Network = { key: string; share: number };

/**
 * The networks around an address that limits count, the narrowest first. For IPv6 the /64 that one household has, then the /56 and the /48
 * that one customer of a provider can have (RFC 6177): a /48 contains 65,536 of the first. For IPv4 the address, which many people may
 * share, then the /24. An IPv4 address inside an IPv6 address (`::ffff:192.0.2.1`) counts as the IPv4 address.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  const v4 = isIPv4(address) ? address : mappedIPv4(address);
  if (v4 !== null)
    return [
      { key: v4, share: 1 },
      { key: `${v4.slice(0, v4.lastIndexOf('.'))}.0/24`, share: 8 },
    ];
  if (!isIPv6(address)) return [{ key: address, share: 1 }];
  const [a = 0, b = 0, c = 0, d = 0] = groupsOf(address);
  const network = (last: number, bits: number) => {
    const groups = bits === 48 ? [a, b, c] : [a, b, c, last];
    return `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`;
  };
  return [
    { key: network(d, 64), share: 1 },
    { key: network(d & 0xff00, 56), share: 2 },
    { key: network(d, 48), share: 4 },
  ];
}

/** The narrowest network: the key under which an address counts where one count is enough. */
export function addressKey(address: string): string {
  return networksOf(address)[0].key;
}

/** The widest network: the key where a caller with many addresses must count as one. */
export function widestNetwork(address: string): string {
  return networksOf(address).at(-1)?.key ?? address;
}

function mappedIPv4(address: string): string | null {
  const [plain = ''] = address.split('%');
  const inside = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  return inside && isIPv4(inside) ? inside : null;
}

/** The eight groups of an IPv6 address; the last two are not read where they are written as IPv4. */
function groupsOf(address: string): number[] {
  const [plain = ''] = address.split('%');
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length - (plain.includes('.') ? 1 : 0);
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after];
  return groups.map((group) => Number.parseInt(group, 16));
}
