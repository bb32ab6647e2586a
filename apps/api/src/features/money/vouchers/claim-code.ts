import {
  coverMsisdn,
  shillingsOf,
  type checkClaimCode as checkEndpoint,
  type HandlerAnswer,
  type LanguageName,
  type sendClaimCode as sendEndpoint,
} from '@zawadi/contract';
import { z } from 'zod';
import { decrypt, encrypt, signingKeys } from '../../../platform/crypto/keys.ts';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireUnblockedNumbers } from '../../people/block-list/index.ts';
import { checkOneTimeCode, issueOneTimeCode } from '../../people/credentials/index.ts';
import { atMost, countAttemptsIn } from '../../people/sessions/index.ts';
import { requireFreeNumber } from '../../people/users/index.ts';
import { notify } from '../../services/messages/index.ts';
import { requireNotStopped } from '../../services/stops/index.ts';
import { findByClaimToken } from './find-voucher.ts';
import type { Voucher } from './store.ts';
import { isClaimable, takingRefusal } from './voucher-status.ts';

const ONE_A_MINUTE = atMost(1, 60);
const PROOF_LIFETIME_MS = 30 * MINUTE_MS;

/**
 * Sends a code to the recipient's phone number of a gift, in the language of the page. The answer reveals neither the
 * number nor whether it has an account. Sends nothing within a minute of the last code.
 * @throws Refusal `not_available_here`, `too_many_requests` after three codes an hour for a gift, and the reason why
 * the gift cannot be claimed
 */
export async function sendClaimCode(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  { claimToken, language }: { claimToken: string; language: LanguageName },
): Promise<HandlerAnswer<typeof sendEndpoint>> {
  const gift = await findClaimable(deps.db, claimToken);
  const { voucherId, msisdn } = gift;
  await requireNotStopped(deps.db, 'claiming');
  await requireUnblockedNumbers(deps, msisdn);
  const waitSeconds = await inTransaction(deps.db, async (tx) => {
    const words = ['claim-code-sent', voucherId];
    const wait = await countAttemptsIn(tx, deps.keys, [{ words, rule: ONE_A_MINUTE }]);
    if (wait > 0) return wait;
    const code = await issueOneTimeCode(tx, deps, {
      purpose: 'claim',
      subjectId: voucherId,
      target: msisdn,
      pot: 'own',
    });
    const amount = shillingsOf(gift.balanceCents);
    await notify(tx, deps, { template: 'claim-otp', data: { code, amount }, sms: msisdn, language });
    return 60;
  });
  return { phone: coverMsisdn(msisdn), nextCodeInSeconds: Math.ceil(waitSeconds) };
}

/**
 * Checks the code and returns a proof, valid for half an hour, with which the caller can create the account. Only the
 * right code reveals whether the phone number has an account. The answer omits the email address that the buyer
 * typed, which may be wrong.
 * @throws Refusal `verification_code_invalid`, `number_has_account`, `too_many_requests`, and the reason why the gift
 * cannot be claimed
 */
export async function checkClaimCode(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  { claimToken, code }: { claimToken: string; code: string },
): Promise<HandlerAnswer<typeof checkEndpoint>> {
  const { voucherId, msisdn, recipientName } = await findClaimable(deps.db, claimToken);
  const right = await checkOneTimeCode(deps, { purpose: 'claim', subjectId: voucherId, code });
  // The code went to another number: the buyer has corrected the recipient since.
  if (right.target !== msisdn) throw new Refusal('verification_code_invalid');
  await requireFreeNumber(deps.db, msisdn);
  const expiresAt = deps.clock.now().getTime() + PROOF_LIFETIME_MS;
  const proof = sealProof(deps, { voucherId, msisdn, codeId: right.id, userId: newId(), expiresAt });
  return { proof, recipientName };
}

const provenClaim = z.object({
  voucherId: z.uuid(),
  msisdn: z.string(),
  codeId: z.uuid(),
  /** Id of the future account, so that a repeated request finds the account. */
  userId: z.uuid(),
  expiresAt: z.number(),
});

type ProvenClaim = z.output<typeof provenClaim>;

/**
 * Opens a proof that we made and that has not expired. The proof can be used once, because its code can be spent
 * once.
 * @throws Refusal `claim_proof_expired`; `voucher_not_found` for a proof that we did not make
 */
export function openProof({ keys, clock }: Pick<Deps, 'keys' | 'clock'>, proof: string): ProvenClaim {
  const known = unseal({ keys, clock }, proof);
  if (!known) throw new Refusal('voucher_not_found');
  if (known.expiresAt <= clock.now().getTime()) throw new Refusal('claim_proof_expired');
  return known;
}

function unseal({ keys, clock }: Pick<Deps, 'keys' | 'clock'>, proof: string): ProvenClaim | undefined {
  try {
    const text = decrypt(signingKeys(keys, clock.now()), Buffer.from(proof, 'base64url'), 'claim-proof');
    return provenClaim.parse(JSON.parse(text));
  } catch {
    // We did not make the text, or not as a proof.
    return undefined;
  }
}

function sealProof({ keys }: Pick<Deps, 'keys'>, proven: ProvenClaim): string {
  return encrypt(keys, JSON.stringify(proven), 'claim-proof').toString('base64url');
}

type Claimable = Pick<Voucher, 'recipientName'> & {
  voucherId: string;
  /** 254XXXXXXXXX. */
  msisdn: string;
  balanceCents: bigint;
};

/** Finds a gift that its recipient can claim, without a lock; the claim checks again under its lock. */
async function findClaimable(db: Db, claimToken: string): Promise<Claimable> {
  const voucher = await findByClaimToken(db, claimToken);
  const { id: voucherId, recipientMsisdn: msisdn, recipientName, balanceCents } = voucher;
  const refusal = takingRefusal(voucher);
  if (refusal) throw new Refusal(refusal);
  if (!isClaimable(voucher) || msisdn === null) throw new Refusal('voucher_not_claimable');
  return { voucherId, msisdn, balanceCents, recipientName };
}
