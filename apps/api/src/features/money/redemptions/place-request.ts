import { hash } from 'node:crypto';
import { hasWrongCheckSymbol, parseVoucherCode, uuid, type Metadata } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { voucherCodeKeys } from '../vouchers/index.ts';
import type { RedeemRequest } from './redemption-answer.ts';
import { findPlace, type Kept, type Place, type RedeemedBy, type VoucherReference } from './store.ts';

export type RedeemInput = {
  merchantId: string;
  /** A voucher id, or a full code as typed or scanned. */
  id: string;
  amountShillings: number | undefined;
  idempotencyKey: string | undefined;
  server: RedeemedBy;
  reference?: string | undefined;
  metadata?: Metadata | undefined;
};

/**
 * What a caller wants, as it is decided, and in which cell.
 * @throws Refusal for a code that is none, or of no voucher
 */
export async function requestOf(deps: Pick<Deps, 'db' | 'keys'>, input: RedeemInput): Promise<RedeemRequest> {
  if (input.idempotencyKey === undefined) throw new Refusal('idempotency_key_missing');
  const kept = keptOf(input);
  const reference = referenceOf(deps, input.id);
  return {
    merchantId: input.merchantId,
    amountShillings: input.amountShillings,
    reference,
    place: await placeOf(deps.db, reference),
    server: input.server,
    aroundPlace: AROUND_PLACE[input.server.channel](input.idempotencyKey),
    fingerprint: sha256(JSON.stringify({ amount: input.amountShillings ?? null, ...kept })),
    kept,
  };
}

function keptOf({ reference, metadata }: RedeemInput): Kept {
  return {
    ...(reference && { reference }),
    ...(metadata && Object.keys(metadata).length > 0 && { metadata }),
  };
}

/** Keys of the till page and of the API are two families: none is ever taken for one of the other. */
const AROUND_PLACE = {
  api: (key: string) => ['POST /api/v1/vouchers/', `/redeem ${key}`],
  portal: (key: string) => ['POST /api/redemptions/v1/redeem ', ` ${key}`],
} as const satisfies Record<string, (key: string) => [before: string, after: string]>;

function referenceOf(deps: Pick<Deps, 'keys'>, id: string): VoucherReference {
  const code = parseVoucherCode(id);
  if (code) return { codeKeys: voucherCodeKeys(deps.keys, code) };
  if (uuid.safeParse(id).success) return { voucherId: id.toLowerCase() };
  if (hasWrongCheckSymbol(id)) throw new Refusal('voucher_code_mistyped');
  throw new Refusal('voucher_not_found');
}

/** @throws Refusal `voucher_not_found` */
export async function placeOf(db: Db, reference: VoucherReference): Promise<Place> {
  const place = await findPlace(db, reference);
  if (!place) throw new Refusal('voucher_not_found');
  return place;
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
