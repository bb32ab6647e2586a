import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address of the open internet. Private, local, shared, reserved and multicast ranges are not, nor are the
 * IPv6 ranges that only wrap an IPv4 address (mapped, NAT64, 6to4, Teredo): the wrapped one could be anything.
 * @param address as the resolver gives it; what is not an address is not public
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

/** True for an address by which a machine reaches itself. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/**
 * What an address is counted as. An IPv6 address belongs to its /64, which one subscriber has whole; an IPv4 address, however it
 * is written, or another name of a caller, stands for itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const plain = ipaddr.process(address);
  if (plain instanceof ipaddr.IPv4) return String(plain);
  return `${String(new ipaddr.IPv6([...plain.parts.slice(0, 4), 0, 0, 0, 0]))}/64`;
}
