import { centsOf, formatVoucherCode } from '@zawadi/contract';
import { purchasePostings } from '../apps/api/src/features/services/postings/index.ts';
import { activateMerchant, createMerchant } from '../apps/api/src/features/people/merchants/index.ts';
import { issueVouchers } from '../apps/api/src/features/money/vouchers/index.ts';
import { post } from '../apps/api/src/ledger/index.ts';
import { decrypt } from '../apps/api/src/platform/crypto/keys.ts';
import type { Transaction } from '../apps/api/src/platform/db/database.ts';
import { inTransaction } from '../apps/api/src/platform/db/in-transaction.ts';
import { newId } from '../apps/api/src/platform/ids.ts';
import { openProduct, type BenchDeps } from './open-product.ts';

/** Vouchers per transaction. */
const AT_ONCE = 50;
const WRITERS = 4;

export type Shop = { tills: string[]; codes: string[] };

/** Creates merchants with their keys, and vouchers with their codes, through the product's own use cases. */
export async function prepareShop(
  databaseUrl: string,
  size: { merchants: number; vouchers: number },
): Promise<Shop> {
  const deps = openProduct(databaseUrl, 'bench-prepare');
  try {
    const tills: string[] = [];
    for (let index = 0; index < size.merchants; index += 1) tills.push(await openTill(deps, index));
    const recipients = Array.from({ length: size.vouchers }, () => ({ msisdn: '254712000009' }));
    const gifts = await issueGifts(deps, { recipients, shillings: 1_000_000 });
    return { tills, codes: gifts.map(({ code }) => code) };
  } finally {
    await deps.db.destroy();
  }
}

async function openTill(deps: BenchDeps, index: number): Promise<string> {
  const merchant = await createMerchant(deps, {
    businessName: `Shop ${index}`,
    contactName: 'Till',
    contactEmail: `shop${index}@example.test`,
    contactPhoneNumber: '254700000100',
    password: 'not-used-here',
    merchantCode: `SHOP${String(index).padStart(4, '0')}`,
  });
  await activateMerchant(deps, merchant.merchantId);
  return `Basic ${Buffer.from(`${merchant.apiKey}:${merchant.apiSecret}`).toString('base64')}`;
}

type Gift = { id: string; code: string; claimToken: string };

/** Recipient of a gift. Without `buyerId`, the gift is stored as if its buyer had deleted the account. */
type Recipient = { msisdn: string; buyerId?: string };

/** Issues a paid voucher for each recipient, and returns them in the recipients' order. */
export async function issueGifts(
  deps: BenchDeps,
  { recipients, shillings }: { recipients: Recipient[]; shillings: number },
): Promise<Gift[]> {
  if (recipients.length === 0) return [];
  const orders = recipients.map(({ msisdn, buyerId = newId() }) => ({
    id: newId(),
    msisdn,
    buyerId,
    faceCents: centsOf(shillings),
  }));
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let from = writer * AT_ONCE; from < orders.length; from += WRITERS * AT_ONCE) {
      const some = orders.slice(from, from + AT_ONCE);
      await inTransaction(deps.db, (tx) => issueAll(tx, deps, some));
    }
  });
  await Promise.all(writers);
  const ids = orders.map(({ id }) => id);
  const rows = await deps.db
    .selectFrom('vouchers')
    .select(['id', 'code_sealed', 'claim_token_sealed'])
    .where('id', 'in', ids)
    .execute();
  const secrets = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const { code_sealed: code, claim_token_sealed: token } = secrets.get(id) ?? {};
    if (!code || !token) throw new Error('a voucher is missing');
    return { id, code: formatVoucherCode(decrypt(deps.keys, code)), claimToken: decrypt(deps.keys, token) };
  });
}

type Order = { id: string; msisdn: string; buyerId: string; faceCents: bigint };

async function issueAll(tx: Transaction, deps: BenchDeps, orders: Order[]): Promise<void> {
  const payments = orders.map(({ id: voucherId, faceCents: netCents }) =>
    purchasePostings.purchasePaid({
      causeId: voucherId,
      homeId: voucherId,
      gifts: [{ voucherId, netCents }],
      feeCents: 0n,
      reference: 'bench',
    }),
  );
  await post(tx, payments);
  const issues = orders.map(({ id: voucherId, msisdn, buyerId, faceCents }) => ({
    voucher: {
      voucherId,
      purchaseId: newId(),
      buyerId,
      faceCents,
      senderName: 'Bench',
      recipientName: 'Bench',
      recipientMsisdn: msisdn,
      recipientEmail: 'bench@example.test',
      message: '',
      cloth: 'plain',
      mpesaReceipt: undefined,
    },
    alsoTell: () => ({ notices: [], hints: [] }),
  }));
  await issueVouchers(tx, deps, issues);
}
