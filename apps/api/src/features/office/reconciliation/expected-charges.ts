import type { ReconciliationRun } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { tariffCentsOf } from '../../mpesa/orders/index.ts';
import { findOurs } from './find-ours.ts';
import { CHARGES_AT_ONCE, findOpenCharges, type LockedItem } from './item-store.ts';

/**
 * Finds the most that M-PESA's tariff takes for the payment of each charge. Agreements with M-PESA differ, so a charge
 * may be smaller.
 * @returns cents by the charge's receipt; a charge without a known payment is missing
 */
export async function findTariffs(
  db: Db,
  account: LockedItem['account'],
  charges: readonly Pick<LockedItem, 'receipt' | 'accountNumber' | 'details' | 'at' | 'theirsCents'>[],
): Promise<Map<string, bigint>> {
  const ours = await findOurs(db, account, charges);
  return new Map(
    [...ours].flatMap(([receipt, transfers]) => {
      const paid = transfers.find(({ kind, changeCents }) => kind === 'payment' && changeCents < 0n);
      if (!paid) return [];
      const to = paid.ledgerKind.startsWith('withdrawal') ? 'phone' : 'business';
      return [[receipt, tariffCentsOf(to, -paid.changeCents)] as const];
    }),
  );
}

/** Reads the open charges of a run that are no larger than M-PESA's tariff, or all of them. */
export async function readCharges(
  db: Db,
  {
    runId,
    account,
    isExpectedOnly,
  }: { runId: string; account: LockedItem['account']; isExpectedOnly: boolean },
): Promise<LockedItem[]> {
  const charges = await findOpenCharges(db, runId, CHARGES_AT_ONCE);
  if (!isExpectedOnly) return charges;
  const tariffs = await findTariffs(db, account, charges);
  return charges.filter((charge) => isExpected(charge, tariffs));
}

/** Counts the open charges of a run, and those that M-PESA's tariff explains. */
export async function countCharges(
  db: Db,
  { runId, account }: Pick<ReconciliationRun, 'runId' | 'account'>,
): Promise<NonNullable<ReconciliationRun['charges']>> {
  const charges = await findOpenCharges(db, runId, CHARGES_AT_ONCE);
  const tariffs = charges.length === 0 ? new Map<string, bigint>() : await findTariffs(db, account, charges);
  const expected = charges.filter((charge) => isExpected(charge, tariffs));
  return {
    open: charges.length,
    openCents: sumOf(charges),
    expected: expected.length,
    expectedCents: sumOf(expected),
  };
}

function isExpected({ receipt, theirsCents }: LockedItem, tariffs: ReadonlyMap<string, bigint>): boolean {
  return theirsCents < 0n && -theirsCents <= (tariffs.get(receipt) ?? -1n);
}

function sumOf(charges: readonly LockedItem[]): number {
  return Number(charges.reduce((sum, { theirsCents, oursCents }) => sum - (theirsCents - oursCents), 0n));
}
