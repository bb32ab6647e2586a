import { isIPv4, isIPv6 } from 'node:net';
import bowser from 'bowser';

/** Browser and system in words; empty when the device does not say, or says something unknown. */
export function nameDevice(userAgent: string): { browser: string; system: string } {
  if (userAgent === '') return { browser: '', system: '' };
  const { browser, os } = bowser.parse(userAgent);
  return { browser: browser.name ?? '', system: os.name ?? '' };
}

/** Enough of an address to recognise one's own network, not enough to find anybody. */
export function maskAddress(address: string): string {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/iu, '');
  if (isIPv4(mapped)) return mapped.replace(/\.\d+\.\d+$/u, '.*.*');
  if (isIPv6(address)) return `${address.split(':').slice(0, 2).join(':')}:*`;
  return '';
}
