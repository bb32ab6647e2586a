import { normaliseMsisdn, type BlockKind } from '@zawadi/contract';
import ipaddr from 'ipaddr.js';
import { isPublicAddress, isTypedAddress } from '../../../platform/net/public-address.ts';
import { Refusal } from '../../../platform/refusal.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Larger networks have too many people in them. IPv6 is blocked by /64 at least, which one subscriber owns. */
const SIZES = { ipv4: { largest: 16, smallest: 32 }, ipv6: { largest: 32, smallest: 64 } } as const;

/**
 * Returns the stored form of what an administrator typed: a number 254XXXXXXXXX, a key thumbprint, or a network in CIDR
 * notation.
 * @throws Refusal `validation_failed` for other text, private addresses, and too large networks
 */
export function readBlockedValue(kind: BlockKind, typed: string): string {
  if (kind === 'number') {
    return normaliseMsisdn(typed) ?? refuse('Please enter a valid phone number, such as 254712345678');
  }
  if (kind === 'address') return readNetwork(typed);
  if (/^[\w-]{43}$/u.test(typed)) return typed;
  return refuse('Please enter the key of a device as the page of its user shows it');
}

/** Returns the network of this size around an address, in CIDR notation. */
export function networkAround(address: Address, prefix: number): string {
  const start =
    address instanceof ipaddr.IPv4
      ? ipaddr.IPv4.networkAddressFromCIDR(`${String(address)}/${prefix}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${String(address)}/${prefix}`);
  return `${String(start)}/${prefix}`;
}

/** Parses an IP address of a request; undefined for other text. */
export function parseAddress(address: string): Address | undefined {
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}

/** Returns whether an address is in a network. */
export function isWithin(address: string, network: string): boolean {
  const parsed = parseAddress(address);
  const [start = '', prefix] = network.split('/');
  if (parsed?.kind() !== ipaddr.parse(start).kind()) return false;
  return networkAround(parsed, Number(prefix)) === network;
}

function readNetwork(typed: string): string {
  const [address, prefix] =
    parseNetwork(typed) ?? refuse('Please enter an IP address or a network, such as 41.90.64.0/24');
  const { largest, smallest } = SIZES[address.kind()];
  if (prefix < largest || prefix > smallest) {
    return refuse(`Please enter a network between /${largest} and /${smallest}`);
  }
  const network = networkAround(address, prefix);
  if (isPublicAddress(String(network.split('/')[0]))) return network;
  return refuse('This is an address of a private network or of this server, which cannot be blocked');
}

function parseNetwork(typed: string): Network | undefined {
  if (!isTypedAddress(typed.split('/')[0] ?? '')) return undefined;
  if (ipaddr.isValidCIDR(typed)) return ipaddr.parseCIDR(typed);
  const address = parseAddress(typed);
  return address && [address, SIZES[address.kind()].smallest];
}

function refuse(message: string): never {
  throw new Refusal('validation_failed', { fields: [{ path: 'value', message }] }, message);
}
