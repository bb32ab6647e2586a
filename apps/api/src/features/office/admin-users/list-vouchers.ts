import {
  shillingsOf,
  type adminUserVouchers,
  type HandlerAnswer,
  type HandlerInput,
  type UserVoucher,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { statusOf } from '../../money/vouchers/index.ts';
import { listBought, listReceived, type VoucherRow } from './store.ts';

/**
 * Lists a consumer's vouchers with the last four symbols of their codes, never whole codes.
 * @throws Refusal validation_failed for an invalid cursor
 */
export async function vouchersOf(
  db: Db,
  { userId, query }: { userId: string; query: HandlerInput<typeof adminUserVouchers>['query'] },
): Promise<HandlerAnswer<typeof adminUserVouchers>> {
  const list = query.show === 'bought' ? listBought : listReceived;
  const found = await list(db, userId, { after: parseCursor(query.cursor), limit: query.limit + 1 });
  const { shown, nextCursor } = pageOf(found, query.limit);
  return { vouchers: shown.map(describeVoucher), nextCursor };
}

function describeVoucher(row: VoucherRow): UserVoucher {
  const { id: voucherId, codeLastFour: lastFour, senderName, recipientName } = row;
  return {
    voucherId,
    lastFour,
    status: statusOf(row),
    value: shillingsOf(row.faceCents),
    balance: shillingsOf(row.balanceCents),
    senderName,
    recipientName,
    issuedAt: row.issuedAt.toISOString(),
    deliverAt: row.deliverAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
