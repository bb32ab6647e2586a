import type { Metadata } from '@zawadi/contract';
import { sql, type RawBuilder } from 'kysely';
import { isAnyOf } from '../../../platform/db/any-of.ts';
import type { Cell } from '../../../platform/db/cells.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { callInOneTrip } from '../../../platform/db/pipelined-transaction.ts';
import type { SealedRow } from '../../../platform/outbox/enqueue.ts';
import type { Asked, Kept, RedeemedBy, RedemptionKey } from './store.ts';

/** A redemption by a voucher's code, with the ids that it and its transfer get when it is made. */
export type Proposed = Asked & {
  id: string;
  transferId: string;
  /** All that is left when undefined. */
  amountCents: bigint | undefined;
  server: RedeemedBy;
  kept: Kept;
};

export type MadeRedemption = {
  /** Of the proposal, from 1. */
  position: number;
  /** As it is stored with the idempotency key. */
  storedAnswer: string;
};

/** Always the same text, under a name, so that each connection parses and plans it once. */
const REDEEM = {
  name: 'redeem vouchers in one call',
  text: `select position, answer as "storedAnswer" from redeem_vouchers(
    $1::uuid[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::uuid[], $7::uuid[], $8::bigint[], $9::text[], $10::uuid[],
    $11::uuid[], $12::text[], $13::text[], $14::text[], $15::uuid, $16::text, $17::bytea
  )`,
};

/**
 * Makes those redemptions that nothing stands against, with all that belongs to them, in one transaction of one call.
 * @param announcement written once something was made
 * @returns those that were made; nothing was done about the others
 */
export async function redeemVouchers(
  db: Db,
  proposals: Proposed[],
  announcement: SealedRow,
): Promise<MadeRedemption[]> {
  const values = [
    proposals.map(({ merchantId }) => merchantId),
    proposals.map(({ reference }) => ('codeKeys' in reference ? reference.codeKeys[0] : null)),
    proposals.map(({ aroundPlace: [before] }) => before),
    proposals.map(({ aroundPlace: [, after] }) => after),
    proposals.map(({ fingerprint }) => `\\x${fingerprint}`),
    proposals.map(({ id }) => id),
    proposals.map(({ transferId }) => transferId),
    proposals.map(({ amountCents }) => amountCents ?? null),
    proposals.map(({ server }) => server.channel),
    proposals.map(({ server }) => server.staffId),
    proposals.map(({ server }) => server.keyId ?? null),
    proposals.map(({ kept }) => kept.reference ?? null),
    proposals.map(({ kept }) => jsonOf(kept.metadata)),
    proposals.map(({ kept }) => behindComma(kept)),
    announcement.id,
    announcement.topic,
    announcement.payload,
  ];
  return callInOneTrip<MadeRedemption>(db, { ...REDEEM, values });
}

/** The answer as it is stored, null where nothing was done; and whether that is because the voucher is held elsewhere. */
export type CalledRow = { storedAnswer: string | null; isBusy: boolean };

/**
 * The call that makes one redemption on the node of its cell, where nothing stands against it.
 * @returns a statement with one row
 */
export function redeemingVoucher(cell: Cell, voucherId: string, proposal: Proposed): RawBuilder<CalledRow> {
  const { server, kept } = proposal;
  const [before, after] = proposal.aroundPlace;
  return sql<CalledRow>`
    select answer as "storedAnswer", is_busy as "isBusy" from redeem_voucher(
      ${cell}::smallint, ${voucherId}::uuid, ${'voucherId' in proposal.reference}::boolean, ${proposal.merchantId}::uuid,
      ${before}::text, ${after}::text, ${`\\x${proposal.fingerprint}`}::bytea, ${proposal.id}::uuid, ${proposal.transferId}::uuid,
      ${proposal.amountCents ?? null}::bigint, ${server.channel}::text, ${server.staffId}::uuid, ${server.keyId ?? null}::uuid,
      ${kept.reference ?? null}::text, ${jsonOf(kept.metadata)}::text, ${behindComma(kept)}::text
    )`;
}

/** Those of the proposed redemptions that were made. */
export async function findMade(tx: Transaction, ids: string[]): Promise<RedemptionKey[]> {
  const rows = await tx
    .selectFrom('redemptions')
    .select(['voucher_id', 'id'])
    .where(isAnyOf('id', ids, 'uuid'))
    .execute();
  return rows.map(({ voucher_id, id }) => [voucher_id, id]);
}

function jsonOf(metadata: Metadata | undefined): string | null {
  return metadata === undefined ? null : JSON.stringify(metadata);
}

/** The fields of an object as JSON, to be added to those of another one; nothing when it has none. */
function behindComma(kept: Kept): string {
  const json = JSON.stringify(kept);
  return json === '{}' ? '' : `,${json.slice(1, -1)}`;
}
