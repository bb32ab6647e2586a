import ipaddr from 'ipaddr.js';

/**
 * Returns whether the list contains an IP address: as a single address, or within a range such as `41.90.64.0/24`. An
 * unreadable address is never on the list.
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

/** Returns whether the typed text is an IP address or a range. The server normalises it. */
export function looksLikeAddress(typed: string): boolean {
  const [address = ''] = typed.split('/');
  // The library also accepts `10` and `41.90.64`, as C does. Here an IPv4 address must have all four numbers.
  const isWhole = address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address);
  return isWhole && (typed.includes('/') ? ipaddr.isValidCIDR(typed) : ipaddr.isValid(typed));
}
