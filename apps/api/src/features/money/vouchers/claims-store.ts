import { sql, type InsertObject } from 'kysely';
import { isAnyOf } from '../../../platform/db/cells.ts';
import type { Database, Db, Transaction } from '../../../platform/db/database.ts';
import { insertingRows } from '../../../platform/db/inserting-rows.ts';
import { rowOfEach, together } from '../../../platform/db/shared-transaction.ts';
import { withCell, type OfVoucher } from './store.ts';

type Claim = OfVoucher<InsertObject<Database, 'claims'>>;

export const insertClaim = together(async (tx: Transaction, all: Claim[]): Promise<void[]> => {
  await insertingRows(tx, 'claims', all.map(withCell)).execute();
  return all.map(() => {});
});

export const findClaim = together((db: Db, voucherIds: string[]) =>
  rowOfEach(
    db,
    voucherIds,
    (cells, those) =>
      db
        .selectFrom('claims')
        .select(['voucher_id as voucherId', 'user_id as userId', 'amount_cents as amountCents'])
        .where(isAnyOf('cell', cells))
        .where('voucher_id', '=', sql<string>`any(${those}::uuid[])`)
        .execute(),
    ({ voucherId }) => voucherId,
  ),
);
