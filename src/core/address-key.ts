import { isIPv4, isIPv6 } from 'node:net';

/**
 * The key under which limits count an address: an IPv4 address itself; for IPv6 the /64, because one customer has a whole
 * /64 (RFC 6177). An IPv4 address inside an IPv6 address (`::ffff:192.0.2.1`) counts as the IPv4 address.
 */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [plain = ''] = address.split('%');
  const inside = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (inside && isIPv4(inside)) return inside;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length - (plain.includes('.') ? 1 : 0);
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
