import { isIP } from 'node:net';

/**
 * Shortest and longest prefix length of a range, by IP version. A shorter prefix would be a large part of the
 * internet, not an operator's network.
 */
const PREFIXES: Partial<Record<number, [least: number, most: number]>> = { 4: [8, 32], 6: [7, 128] };

/** Returns whether a text is an IP address, a range of them, or a name that Fastify's `trustProxy` takes. */
export function isAddressRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const [least, most] = PREFIXES[isIP(address)] ?? [1, 0];
  if (least > most || rest.length > 0) return false;
  return (
    prefix === undefined || (/^\d{1,3}$/u.test(prefix) && Number(prefix) >= least && Number(prefix) <= most)
  );
}

/** Returns whether a text is the IP address of a DNS server, with or without a port. */
export function isDnsServer(text: string): boolean {
  const [, bracketed, plain] = /^(?:\[(.+)\]|([\d.]+)):\d{1,5}$/u.exec(text) ?? [];
  return isIP(bracketed ?? plain ?? text) !== 0;
}
