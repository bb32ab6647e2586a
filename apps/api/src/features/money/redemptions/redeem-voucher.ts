import { hash } from 'node:crypto';
import { parseVoucherCode, uuid, type HandlerAnswer, type redeemVoucher as endpoint } from '@zawadi/contract';
import { createBatcher } from '../../../platform/batcher.ts';
import { isLockTimeout } from '../../../platform/db/locks.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { voucherCodeKey } from '../vouchers/index.ts';
import { redeemBatch, type RedeemAnswer } from './redeem-batch.ts';
import type { RedeemRequest } from './redemption-answer.ts';
import type { RedeemedBy, VoucherReference } from './store.ts';

const LONGEST_WAIT_MS = 2_000;

export type RedeemInput = {
  merchantId: string;
  /** A voucher id, or a full code as typed or scanned. */
  id: string;
  amountShillings: number | undefined;
  idempotencyKey: string | undefined;
  server: RedeemedBy;
};

export type Redeemer = ReturnType<typeof createRedeemer>;

/**
 * Redeems vouchers. Requests that arrive while a transaction commits share the next one, which is what makes a
 * busy till fast; see docs/adr/0004-batched-writers.md.
 */
export function createRedeemer(deps: Pick<Deps, 'db' | 'keys' | 'log'>) {
  const batcher = createBatcher<RedeemRequest, RedeemAnswer>({
    maxBatch: 64,
    maxQueue: 4_000,
    writers: 1,
    fallbackWorkers: 4,
    maxWaitMs: 5_000,
    run: (requests) => redeemBatch(deps, requests),
    runOne: (request) => redeemAlone(deps, request),
    onBatchError: (error) => deps.log.error({ err: error }, 'a batch of redemptions is run one by one'),
  });

  /**
   * @returns the voucher after the redemption, and whether an earlier request with this key was answered so
   * @throws Refusal as the contract lists them; Overloaded when too many wait
   */
  async function redeem(
    input: RedeemInput,
  ): Promise<
    { answer: HandlerAnswer<typeof endpoint>; isReplay: boolean } | { refusal: Refusal; isReplay: boolean }
  > {
    const outcome = await batcher.submit(requestOf(deps, input));
    return 'answer' in outcome
      ? outcome
      : { refusal: new Refusal(outcome.refusal), isReplay: outcome.isReplay };
  }

  return { redeem, drain: batcher.drain };
}

async function redeemAlone(deps: Pick<Deps, 'db' | 'keys'>, request: RedeemRequest): Promise<RedeemAnswer> {
  try {
    const [decision] = await redeemBatch(deps, [request], LONGEST_WAIT_MS);
    if (decision && 'value' in decision) return decision.value;
    throw decision && 'error' in decision
      ? decision.error
      : new Refusal('overloaded', { retryAfterSeconds: 1 });
  } catch (error) {
    // The first request with this key, or another with this voucher, has not ended within two seconds.
    if (isLockTimeout(error)) throw new Refusal('idempotency_key_in_use');
    throw error;
  }
}

function requestOf(deps: Pick<Deps, 'keys'>, input: RedeemInput): RedeemRequest {
  if (input.idempotencyKey === undefined) throw new Refusal('idempotency_key_missing');
  const reference = referenceOf(deps, input.id);
  const place = 'codeKey' in reference ? reference.codeKey : reference.voucherId;
  return {
    merchantId: input.merchantId,
    amountShillings: input.amountShillings,
    reference,
    server: input.server,
    scope: sha256(`${PLACES[input.server.channel](place)} ${input.idempotencyKey}`),
    fingerprint: sha256(JSON.stringify({ amount: input.amountShillings ?? null })),
  };
}

/** Keys of the till page and of the API are two families: none is ever taken for one of the other. */
const PLACES = {
  api: (place: string) => `POST /api/v1/vouchers/${place}/redeem`,
  portal: (place: string) => `POST /api/redemptions/v1/redeem ${place}`,
} as const;

function referenceOf(deps: Pick<Deps, 'keys'>, id: string): VoucherReference {
  const code = parseVoucherCode(id);
  if (code) return { codeKey: voucherCodeKey(deps.keys, code) };
  if (uuid.safeParse(id).success) return { voucherId: id.toLowerCase() };
  throw new Refusal('voucher_not_found');
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
