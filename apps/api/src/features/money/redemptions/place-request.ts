import { hasWrongCheckSymbol, parseVoucherCode, uuid, type Metadata } from '@zawadi/contract';
import { batched } from '../../../platform/batcher.ts';
import type { Deps } from '../../../config/deps.ts';
import { isSpread, nodesOfNames } from '../../../platform/db/cells.ts';
import { fingerprintOf, scopeOf } from '../../../platform/idempotency/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { voucherCodeKeys } from '../vouchers/index.ts';
import type { RedeemRequest } from './redemption-answer.ts';
import { findPlaces, placeOfId, type NamedCode } from './place-store.ts';
import type { Kept, Place, RedeemedBy, VoucherReference } from './store.ts';

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
export async function requestOf(
  deps: Pick<Deps, 'keys'> & { places: Places },
  input: RedeemInput,
): Promise<RedeemRequest> {
  if (input.idempotencyKey === undefined) throw new Refusal('idempotency_key_missing');
  const kept = keptOf(input);
  const reference = referenceOf(deps, input.id);
  return {
    merchantId: input.merchantId,
    amountShillings: input.amountShillings,
    reference,
    place: await deps.places.find(reference),
    server: input.server,
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

/** Keys of the till page and of the API are two families: none is ever taken for one of the other. */
const CALLS = {
  api: 'POST /api/v1/vouchers/{id}/redeem',
  portal: 'POST /api/redemptions/v1/redeem',
} as const;

function referenceOf(deps: Pick<Deps, 'keys'>, id: string): VoucherReference {
  const code = parseVoucherCode(id);
  if (code) return { codeKeys: voucherCodeKeys(deps.keys, code) };
  if (uuid.safeParse(id).success) return { voucherId: id.toLowerCase() };
  if (hasWrongCheckSymbol(id)) throw new Refusal('voucher_code_mistyped');
  throw new Refusal('voucher_not_found');
}

export type Places = ReturnType<typeof createPlaces>;

/** Each with two lookups under way at most. */
const NODES_AT_ONCE = 4;

/**
 * Says where the vouchers of requests are. In a distributed database the name of a code may be on another node than its
 * voucher; those of a node are looked up together, so that one that is silent holds two connections and not all.
 */
export function createPlaces({ db, log }: Pick<Deps, 'db' | 'log'>) {
  const onBatchError = (error: unknown) => log.error({ err: error }, 'codes are looked up one by one');
  const findNode = batched((keys: string[]) => nodesOfNames(db, keys), { onBatchError });
  const findPlace = batched((codes: NamedCode[]) => findPlaces(db, codes), {
    laneOf: ({ node }) => node,
    needsOf: ({ node }) => [node],
    lanesAtOnce: NODES_AT_ONCE,
    onBatchError,
  });

  /** @throws Refusal `voucher_not_found`; Overloaded when too many wait */
  async function find(reference: VoucherReference): Promise<Place> {
    if (!(await isSpread(db))) return EVERYWHERE;
    if ('voucherId' in reference) return placeOfId(db, reference.voucherId);
    const keys = reference.codeKeys;
    const place = await findPlace({ keys, node: await findNode(keys[0] ?? '') });
    if (!place) throw new Refusal('voucher_not_found');
    return place;
  }

  return { find };
}

const EVERYWHERE: Place = { cell: null, nodes: [], voucherId: null, namedKey: null };
