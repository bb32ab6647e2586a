import { isMistypedCodeOrAlias, parseCodeOrAlias, uuid, type Metadata } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { fingerprintOf, scopeOf } from '../../../platform/idempotency/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { voucherCodeKeys } from '../vouchers/index.ts';
import type { RedeemRequest } from './redemption-answer.ts';
import type { Kept, RedeemedAt, RedeemedBy, VoucherReference } from './store.ts';

export type RedeemInput = {
  merchantId: string;
  /** A voucher id, or a full code or alias as typed or scanned. */
  id: string;
  /** `'all'` and undefined both mean the whole balance, but are two payloads for the idempotency key. */
  amountShillings: number | 'all' | undefined;
  idempotencyKey: string | undefined;
  server: RedeemedBy;
  at: RedeemedAt;
  /** Why nothing new may be redeemed, though a retry gets its first answer. */
  obstacle?: Refusal | undefined;
  reference?: string | undefined;
  metadata?: Metadata | undefined;
};

/**
 * Converts the input of an API call into a redemption request: hashes code, key and body.
 * @throws Refusal for an invalid code or a missing idempotency key
 */
export function requestOf(deps: Pick<Deps, 'keys'>, input: RedeemInput): RedeemRequest {
  if (input.idempotencyKey === undefined) throw new Refusal('idempotency_key_missing');
  const kept = keptOf(input);
  return {
    merchantId: input.merchantId,
    amountShillings: input.amountShillings === 'all' ? undefined : input.amountShillings,
    reference: referenceOf(deps, input.id),
    server: input.server,
    at: input.at,
    scope: scopeOf(CALLS[input.server.channel], input.idempotencyKey),
    fingerprint: fingerprintOf({ amount: input.amountShillings ?? null, ...kept }),
    kept,
  };
}

function keptOf({ reference, metadata }: RedeemInput): Kept {
  return {
    ...(reference && { reference }),
    ...(metadata && Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** Included in the hash of the idempotency key, so that keys of till page and API never collide. */
const CALLS = {
  api: 'POST /api/v1/vouchers/{id}/redeem',
  portal: 'POST /api/redemptions/v1/redeem',
} as const;

function referenceOf(deps: Pick<Deps, 'keys'>, id: string): VoucherReference {
  const code = parseCodeOrAlias(id);
  if (code) return { codeKeys: voucherCodeKeys(deps.keys, code) };
  if (uuid.safeParse(id).success) return { voucherId: id.toLowerCase() };
  if (isMistypedCodeOrAlias(id)) throw new Refusal('voucher_code_mistyped');
  throw new Refusal('voucher_not_found');
}
