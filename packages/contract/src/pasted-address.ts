import { parseUrl } from './parse-url.ts';
import { plainSymbols } from './pasted.ts';

/**
 * Extracts the email address from `mailto:brian@x.example`, `Brian <brian@x.example>` or `brian@x.example,`; returns
 * other text unchanged. If the name in front is itself an email address, the text stays unchanged, and its field
 * refuses it.
 */
export function addressWithin(typed: string): string {
  const plain = plainSymbols(typed).replace(/[.,;]$/u, '');
  const named = /^([^<>\r\n]*)<([^<>\s]+)>$/u.exec(plain);
  const [, name = '', inside = plain] = named ?? [];
  const address = inside.replace(/^mailto:([^?]*).*$/isu, '$1');
  const isOneAddress = !name.includes('@') || name.includes(address);
  return isOneAddress ? withPlainHost(address) : plain;
}

/**
 * Converts the host of an email address to the spelling of mail servers: `brian@bücher.example` becomes
 * `brian@xn--bcher-kva.example`.
 */
function withPlainHost(address: string): string {
  const [, name = '', host = ''] = /^([^@]+)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(address) ?? [];
  if (/^[\u0000-\u007f]*$/u.test(host)) return address;
  const url = parseUrl(`http://${host}`);
  return url === undefined ? address : `${name}@${url.hostname}`;
}
