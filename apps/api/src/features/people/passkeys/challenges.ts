import { isIP } from 'node:net';
import { z } from 'zod';
import { decrypt, encrypt, signingKeys, tokenHash } from '../../../platform/crypto/keys.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { spendChallengeHash } from './store.ts';

export const CHALLENGE_LIFETIME_MS = 5 * 60_000;
/** Clocks of our servers may differ by this much. */
const CLOCKS_DIFFER_MS = 60_000;

/** Use of a challenge; no other use, account or session accepts it. */
export type ChallengeUse = {
  purpose: 'sign-in' | 'second-factor' | 'step-up' | 'registration';
  audience: 'consumer' | 'merchant' | 'admin';
  /** Null while the person who signs in is unknown. */
  subjectId: string | null;
  /** Null outside of a session. */
  sessionId: string | null;
};

const sealedUse = z.object({
  purpose: z.string(),
  audience: z.string(),
  subjectId: z.string().nullable(),
  sessionId: z.string().nullable(),
  expiresAt: z.number(),
});
const clientData = z.object({ challenge: z.string().max(1_024) });

/**
 * Returns the host name that passkeys are bound to, and the origin where they are used. Browsers refuse passkeys at an
 * IP address; the loopback address becomes `localhost`.
 * @throws Refusal `passkeys_unavailable`
 */
export function passkeyPlace({ config }: Pick<Deps, 'config'>): { rpId: string; origin: string } {
  const url = new URL(config.publicUrl);
  const isLoopback = url.hostname === '[::1]' || /^127(?:\.\d+){3}$/u.test(url.hostname);
  if (isLoopback) url.hostname = 'localhost';
  else if (url.hostname.startsWith('[') || isIP(url.hostname) !== 0)
    throw new Refusal('passkeys_unavailable');
  return { rpId: url.hostname, origin: url.origin };
}

/** Makes a challenge that is stored nowhere: its use is sealed inside. */
export function newChallenge(
  { keys, clock }: Pick<Deps, 'keys' | 'clock'>,
  use: ChallengeUse,
): Uint8Array<ArrayBuffer> {
  const expiresAt = clock.now().getTime() + CHALLENGE_LIFETIME_MS;
  return new Uint8Array(encrypt(keys, JSON.stringify({ ...use, expiresAt }), 'passkey-challenge'));
}

/**
 * Spends the challenge in a browser's answer; each challenge can be spent once.
 * @param clientDataJson base64url, as signed by the authenticator
 * @returns the challenge; undefined if it is for another use, expired or spent
 */
export async function spendChallenge(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  clientDataJson: string,
  use: ChallengeUse,
): Promise<string | undefined> {
  const open = openChallenge(deps, clientDataJson, use);
  if (!open) return undefined;
  // Hash the bytes, not the text: the same bytes can have several spellings in base64url.
  const hash = tokenHash(Buffer.from(open.challenge, 'base64url').toString('hex'));
  return (await spendChallengeHash(deps.db, hash, open.expiresAt)) ? open.challenge : undefined;
}

/** Checks a challenge as `spendChallenge` does, without spending it; accepts a spent one. */
export function openChallenge(
  deps: Pick<Deps, 'keys' | 'clock'>,
  clientDataJson: string,
  use: ChallengeUse,
): { challenge: string; expiresAt: Date } | undefined {
  const challenge = challengeIn(clientDataJson);
  const sealed = challenge === undefined ? undefined : unseal(deps, challenge);
  if (challenge === undefined || !sealed) return undefined;
  const isMeant =
    sealed.purpose === use.purpose &&
    sealed.audience === use.audience &&
    sealed.subjectId === use.subjectId &&
    sealed.sessionId === use.sessionId;
  const livesMs = sealed.expiresAt - deps.clock.now().getTime();
  if (!isMeant || livesMs <= 0 || livesMs > CHALLENGE_LIFETIME_MS + CLOCKS_DIFFER_MS) return undefined;
  return { challenge, expiresAt: new Date(sealed.expiresAt) };
}

function challengeIn(clientDataJson: string): string | undefined {
  const parsed = clientData.safeParse(jsonOf(Buffer.from(clientDataJson, 'base64url').toString('utf8')));
  return parsed.data?.challenge;
}

function unseal(
  { keys, clock }: Pick<Deps, 'keys' | 'clock'>,
  challenge: string,
): z.output<typeof sealedUse> | undefined {
  try {
    const accepted = signingKeys(keys, clock.now());
    const sealed = Buffer.from(challenge, 'base64url');
    return sealedUse.parse(JSON.parse(decrypt(accepted, sealed, 'passkey-challenge')));
  } catch {
    // The challenge is not sealed by us, or was sealed for another use.
    return undefined;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
