import {
  centsOf,
  shillingsOf,
  type HandlerAnswer,
  type HandlerInput,
  type makeMerchantVoucher as endpoint,
  type Metadata,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import type { ActorOf } from '../../../http/actor.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction, isUniqueViolation } from '../../../platform/db/in-transaction.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { derivedId } from '../../../platform/ids.ts';
import { beginningOfNairobiDay } from '../../../platform/nairobi-time.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readFeesAndLimits, requireTransactionLimit } from '../../services/settings/index.ts';
import { requireActiveMerchant } from '../../money/redemptions/index.ts';
import {
  findVoucher,
  issuedAs,
  issueMerchantVoucher,
  type IssuedMerchantVoucher,
} from '../../money/vouchers/index.ts';
import { readMerchantVouchersDaily } from '../../people/own-limits/index.ts';
import { readMerchant } from '../../people/merchants/index.ts';
import { publishEvent } from '../../services/merchant-events/index.ts';
import { requireNotStopped } from '../../services/stops/index.ts';
import { describeVoucher } from './describe-voucher.ts';
import { findIssued, madeTodayCents } from './store.ts';

type NewVoucher = {
  voucherId?: string;
  merchantId: string;
  businessName: string;
  /** The staff member who issues the voucher; null for the merchant's own system. */
  staffId: string | null;
  amountShillings: number;
  recipient: { name: string; phone?: string | undefined; email?: string | undefined };
  message: string;
  reference: string | undefined;
  metadata: Metadata | undefined;
  expiresAt: Date | null;
};

/**
 * Issues a voucher, paid from the merchant's balance, and notifies the merchant's own system.
 * @throws Refusal `expiry_moment_invalid`, `insufficient_merchant_balance`, `daily_limit`
 */
export async function makeVoucher(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  made: NewVoucher,
): Promise<IssuedMerchantVoucher> {
  const { merchantId, amountShillings, recipient, reference = '', metadata = {} } = made;
  const hasMetadata = Object.keys(metadata).length > 0;
  const issued = await issueMerchantVoucher(tx, deps, {
    voucherId: made.voucherId,
    merchantId,
    businessName: made.businessName,
    staffId: made.staffId,
    faceCents: centsOf(amountShillings),
    recipientName: recipient.name,
    recipientMsisdn: recipient.phone ?? null,
    recipientEmail: recipient.email ?? null,
    message: made.message,
    reference: reference === '' ? null : reference,
    metadata: hasMetadata ? metadata : null,
    expiresAt: made.expiresAt,
  });
  await requireDailyLimit(tx, made);
  await publishEvent(tx, {
    merchantId,
    type: 'voucher.created',
    data: {
      voucher_id: issued.voucherId,
      amount: amountShillings,
      currency: 'KES',
      expires_at: issued.expiresAt.toISOString(),
      ...(reference !== '' && { reference }),
      ...(hasMetadata && { metadata }),
    },
    dedupeKey: issued.voucherId,
  });
  return issued;
}

/** Checks the merchant's own limit for a day. The payment has locked the merchant's balance, so all vouchers count. */
async function requireDailyLimit(
  tx: Transaction,
  { merchantId, amountShillings }: NewVoucher,
): Promise<void> {
  const daily = await readMerchantVouchersDaily(tx, merchantId);
  if (daily === undefined) return;
  const madeShillings = shillingsOf(await madeTodayCents(tx, merchantId));
  if (madeShillings <= daily) return;
  throw new Refusal('daily_limit', { allowed: Math.max(0, daily - madeShillings + amountShillings) });
}

type Input = { actor: ActorOf<'merchant'>; body: HandlerInput<typeof endpoint>['body'] };

/**
 * Issues a voucher in the portal. The voucher's id derives from the page's attempt id. If the page repeats the
 * attempt after a lost answer, it gets the first answer, and no second voucher is issued.
 * @throws Refusal as the contract lists them
 */
export async function makeAtPortal(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  { actor: { merchantId, staffId }, body }: Input,
): Promise<HandlerAnswer<typeof endpoint>> {
  await requireActiveMerchant(deps.db, merchantId);
  requireTransactionLimit(await readFeesAndLimits(deps), body.amount);
  const businessName = (await readMerchant(deps.db, merchantId))?.businessName ?? '';
  const voucherId = derivedId('merchant-voucher', merchantId, body.attemptId.toLowerCase());
  const made: NewVoucher = {
    voucherId,
    merchantId,
    businessName,
    staffId,
    amountShillings: body.amount,
    recipient: { name: body.recipientName, phone: body.phone, email: body.email },
    message: body.message,
    reference: body.reference,
    metadata: undefined,
    expiresAt: body.validTo === undefined ? null : endOf(body.validTo),
  };
  const earlier = await findMade(deps.db, deps, made);
  if (!earlier) await requireNotStopped(deps.db, 'buying');
  const issued =
    earlier ??
    (await inTransaction(deps.db, (tx) => makeVoucher(tx, deps, made)).catch(async (error: unknown) => {
      // A concurrent request of the same attempt may have issued the voucher.
      const concurrent = isUniqueViolation(error) ? await findMade(deps.db, deps, made) : undefined;
      if (concurrent) return concurrent;
      throw error;
    }));
  const voucher = await findIssued(deps.db, { merchantId, voucherId });
  if (!voucher) throw new Error(`voucher ${voucherId} was issued and does not exist`);
  return {
    voucher: describeVoucher(voucher),
    code: issued.code,
    claimUrl: `${deps.config.publicUrl}/v/${issued.claimToken}`,
  };
}

/**
 * Finds the voucher that an earlier, identical request of the same attempt issued.
 * @throws Refusal `idempotency_key_reused` if the attempt issued a voucher with other details
 */
async function findMade(
  db: Db,
  deps: Pick<Deps, 'keys'>,
  made: NewVoucher & { voucherId?: string },
): Promise<IssuedMerchantVoucher | undefined> {
  const stored = await findVoucher(db, made.voucherId ?? '');
  if (!stored) return undefined;
  const { recipient } = made;
  const isTheSame =
    stored.faceCents === centsOf(made.amountShillings) &&
    stored.recipientName === recipient.name &&
    stored.recipientMsisdn === (recipient.phone ?? null) &&
    stored.recipientEmail === (recipient.email ?? null);
  if (!isTheSame) throw new Refusal('idempotency_key_reused');
  return issuedAs(deps, stored);
}

/** Returns the last moment of a day in Nairobi. */
function endOf(day: string): Date {
  return new Date(beginningOfNairobiDay(day).getTime() + DAY_MS - 1);
}
