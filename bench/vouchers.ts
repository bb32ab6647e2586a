import { formatVoucherCode } from '@zawadi/contract';
import { postings } from '../apps/api/src/features/money/postings/index.ts';
import { activateMerchant, createMerchant } from '../apps/api/src/features/merchants/merchants/index.ts';
import { issueVoucher } from '../apps/api/src/features/money/vouchers/index.ts';
import { post } from '../apps/api/src/ledger/index.ts';
import { decrypt } from '../apps/api/src/platform/crypto/keys.ts';
import { inTransaction } from '../apps/api/src/platform/db/in-transaction.ts';
import { newId } from '../apps/api/src/platform/ids.ts';
import { openProduct } from './open-product.ts';

type BenchDeps = ReturnType<typeof openProduct>;

export type Shop = { tills: string[]; codes: string[] };

/** Merchants with their keys, and vouchers with their codes, made by the product's own use cases. */
export async function prepareShop(
  databaseUrl: string,
  size: { merchants: number; vouchers: number },
): Promise<Shop> {
  const deps = openProduct(databaseUrl, 'bench-prepare');
  try {
    const tills: string[] = [];
    for (let index = 0; index < size.merchants; index += 1) tills.push(await openTill(deps, index));
    const ids = Array.from({ length: size.vouchers }, () => newId());
    for (let from = 0; from < ids.length; from += 16) {
      await Promise.all(ids.slice(from, from + 16).map((id) => fund(deps, id)));
    }
    const rows = await deps.db.selectFrom('vouchers').select('code_sealed').where('id', 'in', ids).execute();
    return { tills, codes: rows.map((row) => formatVoucherCode(decrypt(deps.keys, row.code_sealed))) };
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

async function fund(deps: BenchDeps, voucherId: string): Promise<void> {
  const faceCents = 100_000_000n;
  await inTransaction(deps.db, async (tx) => {
    const paid = { causeId: voucherId, voucherId, netCents: faceCents, feeCents: 0n, reference: 'bench' };
    await post(tx, [postings.purchasePaid(paid)]);
    await issueVoucher(tx, deps, {
      voucherId,
      purchaseId: newId(),
      buyerId: newId(),
      faceCents,
      senderName: 'Bench',
      recipientName: 'Bench',
      recipientMsisdn: '254712000009',
      recipientEmail: 'bench@example.test',
      message: '',
      cloth: 'plain',
      mpesaReceipt: undefined,
    });
  });
}
