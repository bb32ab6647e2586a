import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for a public internet address. False for private, local, shared, reserved and multicast ranges. Also false for
 * IPv6 ranges that only wrap an IPv4 address (mapped, NAT64, 6to4, Teredo): the wrapped address could be anything.
 * @param address an IP address from the resolver; false if it is invalid
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

/** True for a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/**
 * Returns a URL's host for comparisons: without the brackets of an IPv6 address, and without the full stops that may end
 * a name. `localhost.` is the same host as `localhost`.
 */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/gu, '').replace(/\.+$/u, '');
}

/** True for a URL that leads to this machine by name or by address. */
export function isLoopbackUrl(url: URL): boolean {
  const host = hostOf(url);
  return host === 'localhost' || isLoopbackAddress(host);
}

/**
 * Returns the name under which an IP address is counted. An IPv6 address counts as its /64, which one subscriber
 * owns. An IPv4 address counts as itself, in any notation. Any other name is returned unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const plain = ipaddr.process(address);
  if (plain instanceof ipaddr.IPv4) return String(plain);
  return `${String(new ipaddr.IPv6([...plain.parts.slice(0, 4), 0, 0, 0, 0]))}/64`;
}

/**
 * Returns whether a person has typed an IP address. `ipaddr` also reads `10`, `0x29.90.64.7`, and `041.90.64.7` as
 * 33.90.64.7; people write IPv4 addresses as four decimal numbers.
 */
export function isTypedAddress(text: string): boolean {
  return text.includes(':') ? ipaddr.IPv6.isValid(text) : ipaddr.IPv4.isValidFourPartDecimal(text);
}
