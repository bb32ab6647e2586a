import { sql } from 'kysely';
import type { LimitedSubject, OwnLimits } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';

export type OwnLimitsInForce = {
  versionId: string;
  limits: OwnLimits;
  /** The last day in Nairobi; undefined for no end. */
  until: string | undefined;
  /** Whether two administrators approved the limits, so that they may exceed the general ones. */
  isApproved: boolean;
};

/** Reads a subject's own limits in force; undefined without any. */
export async function readOwnInForce(
  db: Db,
  { subjectKind, subjectId }: LimitedSubject,
): Promise<OwnLimitsInForce | undefined> {
  const { rows } = await sql<Omit<OwnLimitsInForce, 'until'> & { until: string | null }>`
    select version_id as "versionId", limits, until, is_approved as "isApproved"
    from own_limits(${subjectKind}, ${subjectId})`.execute(db);
  return rows[0] && { ...rows[0], until: rows[0].until ?? undefined };
}

/** Reads how much a shop may make in vouchers on one day, in shillings; undefined for no limit of its own. */
export async function readMerchantVouchersDaily(db: Db, merchantId: string): Promise<number | undefined> {
  const own = await readOwnInForce(db, { subjectKind: 'merchant', subjectId: merchantId });
  return own?.limits.vouchersDaily;
}
