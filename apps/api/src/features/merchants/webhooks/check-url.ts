import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../../config/config.ts';
import { whyNotCalled } from '../../../platform/net/post-publicly.ts';
import { hostOf, isLoopbackUrl } from '../../../platform/net/public-address.ts';
import { Refusal } from '../../../platform/refusal.ts';

const RESOLVE_WITHIN_MS = 3_000;
const OURS = 'This is an address of Zawadi. Please enter one of your own system.';

/**
 * Refuses a webhook URL that we could never call, so that the merchant learns why. The real protection is the same
 * check when the socket connects: the host name can resolve to another IP address tomorrow.
 * @returns the normalised URL
 * @throws Refusal `validation_failed` under `url`
 */
export async function checkUrl(
  config: Pick<Config, 'provider' | 'publicUrl' | 'ownPorts'>,
  typed: string,
): Promise<string> {
  const url = new URL(typed);
  url.hash = '';
  if (url.hostname.endsWith('.')) url.hostname = hostOf(url);
  const mayBeHere = config.provider === 'sandbox';
  if (url.protocol !== 'https:' && !(mayBeHere && isLoopbackUrl(url))) {
    throw urlRefusal(
      'Please use an address that begins with https://, so that no one can read the messages on the way.',
    );
  }
  if (isPublicNameOfOurs(config, url)) throw urlRefusal(OURS);
  const rules = { allowsLoopback: mayBeHere, ownPorts: config.ownPorts };
  const reasons = (await addressesOf(hostOf(url))).map((address) => whyNotCalled(address, url, rules));
  if (reasons.includes('ours')) throw urlRefusal(OURS);
  if (reasons.includes('not public')) {
    throw urlRefusal(
      'This address leads into a private network. Please enter one that the open internet can reach.',
    );
  }
  return url.href;
}

/** Builds a validation error for the field `url`. */
export function urlRefusal(message: string): Refusal {
  return new Refusal('validation_failed', { fields: [{ path: 'url', message }] });
}

/** On a developer's machine, every service has the host localhost, and only the ports differ. */
function isPublicNameOfOurs({ publicUrl }: Pick<Config, 'publicUrl'>, url: URL): boolean {
  const ours = new URL(publicUrl);
  return !isLoopbackUrl(ours) && hostOf(url) === hostOf(ours);
}

/**
 * Resolves a host name to IP addresses. Returns none if it does not resolve now; the Test button reports that later.
 */
async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const found = lookup(host, { all: true }).catch(() => []);
  const resolved = await Promise.race([found, pause(RESOLVE_WITHIN_MS, [], { ref: false })]);
  return resolved.map(({ address }) => address);
}
