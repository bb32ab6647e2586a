import ipaddr from 'ipaddr.js';

/**
 * Returns whether the server's list includes an address: as a single address, or in a range such as `41.90.64.0/24`.
 * An unreadable address is not included.
 */
export function isListed(list: readonly { address: string }[], asking: string): boolean {
  if (!ipaddr.isValid(asking)) return false;
  const own = ipaddr.process(asking);
  return list.some(({ address }) => {
    if (ipaddr.isValid(address)) return ipaddr.process(address).toString() === own.toString();
    if (!ipaddr.isValidCIDR(address)) return false;
    const [network, bits] = ipaddr.parseCIDR(address);
    return network.kind() === own.kind() && own.match(network, bits);
  });
}

/** Returns whether a typed text is an address or a range; the server normalises it. */
export function looksLikeAddress(typed: string): boolean {
  const [address = ''] = typed.split('/');
  // The library also parses `10` and `41.90.64`, as C does; people mean four numbers.
  const isWhole = address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address);
  return isWhole && (typed.includes('/') ? ipaddr.isValidCIDR(typed) : ipaddr.isValid(typed));
}
