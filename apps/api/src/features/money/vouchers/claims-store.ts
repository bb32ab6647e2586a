import { sql, type InsertObject } from 'kysely';
import { inCell } from '../../../platform/db/cells.ts';
import type { Database, Db, Transaction } from '../../../platform/db/database.ts';
import { insertingRows } from '../../../platform/db/inserting-rows.ts';
import { rowOfEach, together } from '../../../platform/db/shared-transaction.ts';
import { keysAs, withCell, type OfVoucher } from './store.ts';

type Claim = OfVoucher<InsertObject<Database, 'claims'>>;

export const insertClaim = together(async (tx: Transaction, all: Claim[]): Promise<void[]> => {
  await insertingRows(tx, 'claims', all.map(withCell)).execute();
  return all.map(() => {});
});

export const findClaim = together((db: Db, voucherIds: string[]) =>
  rowOfEach(
    db,
    voucherIds,
    (id) => id,
    (cell, those) =>
      db
        .selectFrom(keysAs(those))
        .innerJoin('claims as c', (join) =>
          join.onRef('c.cell', '=', 'k.asked_cell').onRef('c.voucher_id', '=', 'k.asked'),
        )
        .select(['c.user_id as userId', 'c.amount_cents as amountCents'])
        .select(sql<number>`k.position::int`.as('position'))
        .where(inCell(cell, 'c'))
        .execute(),
  ),
);
