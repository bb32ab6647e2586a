import ipaddr from 'ipaddr.js';
import { isTypedAddress } from '../../../platform/net/public-address.ts';

/**
 * Normalises an IP address or range: `41.90.64.0/24`, or a single address without a prefix length.
 * @returns undefined if the text is neither
 */
export function normaliseAddress(typed: string): string | undefined {
  const [address = '', length, ...rest] = typed.split('/');
  if (rest.length > 0 || !isTypedAddress(address)) return undefined;
  const plain = ipaddr.process(address);
  if (length === undefined) return plain.toString();
  if (!/^\d{1,3}$/u.test(length) || !ipaddr.isValidCIDR(typed)) return undefined;
  const isMapped = plain.kind() === 'ipv4' && address.includes(':');
  const bits = Number(length) - (isMapped ? 96 : 0);
  const whole = plain.kind() === 'ipv4' ? 32 : 128;
  if (bits < 1) return undefined;
  if (bits === whole) return plain.toString();
  const range = `${plain.toString()}/${bits}`;
  const first = plain.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(range) : firstOf(range);
  return `${first.toString()}/${bits}`;
}

/** Returns true if an IP address is in one of the normalised ranges. */
export function isInList(list: readonly string[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const asking = ipaddr.process(address);
  return list.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range.includes('/') ? range : `${range}/${wholeOf(range)}`);
    return network.kind() === asking.kind() && asking.match(network, bits);
  });
}

function firstOf(range: string) {
  return ipaddr.IPv6.networkAddressFromCIDR(range);
}

function wholeOf(address: string): number {
  return address.includes(':') ? 128 : 32;
}
