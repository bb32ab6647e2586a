import { hashWith, isSameSecret, type Keys } from '../../../platform/crypto/keys.ts';
import { Refusal } from '../../../platform/refusal.ts';

/** Senders to callback URLs whose token is derived from the key, as in the paths of those URLs. */
export type Reporter = 'sms-reports' | 'mail-bounces' | 'ussd';

/** Returns the callback URL to enter at the gateway or mail server. A new key makes a new URL. */
export function reportAddress(
  { keys, config }: { keys: Keys; config: { callbackUrl: string } },
  reporter: Reporter,
): string {
  return `${config.callbackUrl}/api/hooks/${reporter}/${tokenOf(keys[0], reporter)}`;
}

/**
 * Creates the check of a callback URL's token. Accepts the tokens of all keys, so that reports to the previous URL are
 * accepted until its key is removed.
 */
export function createTokenCheck(keys: Keys, reporter: Reporter): (params: unknown) => void {
  const tokens = keys.map((key) => tokenOf(key, reporter));
  return (params) => {
    // The router has matched the path, which has a token.
    const { token } = params as { token: string };
    if (!tokens.some((one) => isSameSecret(one, token))) throw new Refusal('not_found');
  };
}

function tokenOf(key: Keys[0], reporter: Reporter): string {
  return hashWith(key, reporter).toString('hex');
}

const PROOF_LENGTH = 16;

/**
 * Returns the envelope sender of one mail (VERP), to which mail servers return a bounce.
 * @param bouncesTo the operator's address for bounces: `bounces@example.com`
 * @param messageId a UUID
 */
export function bounceAddress(keys: Keys, bouncesTo: string, messageId: string): string {
  const [mailbox = '', domain = ''] = bouncesTo.split('@');
  const id = messageId.replaceAll('-', '');
  return `${mailbox}+${id}${proofOf(keys[0], id)}@${domain}`;
}

/** Finds the mail to which an address of `bounceAddress` belongs; undefined for an address that we did not make. */
export function messageOfBounce(keys: Keys, address: string): string | undefined {
  const [, id, proof] = /\+([0-9a-f]{32})([0-9a-f]{16})@/iu.exec(address.toLowerCase()) ?? [];
  if (id === undefined || proof === undefined) return undefined;
  if (!keys.some((key) => isSameSecret(proofOf(key, id), proof))) return undefined;
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
}

function proofOf(key: Keys[0], id: string): string {
  return hashWith(key, `bounce ${id}`).toString('hex').slice(0, PROOF_LENGTH);
}
