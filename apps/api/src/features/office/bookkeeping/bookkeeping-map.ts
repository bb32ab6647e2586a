import {
  bookkeepingMap,
  type BookkeepingMap,
  type changeBookkeepingMap as endpoint,
  type HandlerAnswer,
  type HandlerInput,
} from '@zawadi/contract';
import { trialBalance } from '../../../ledger/index.ts';
import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { listVersions, readValueInForce, writeVersion } from '../../services/settings/index.ts';

/**
 * Default mapping until an administrator changes it. No account has a type for which QuickBooks requires a customer or
 * supplier: vouchers, wallets and merchants are other current liabilities, not accounts payable.
 */
export const defaultMap: BookkeepingMap = {
  accounts: [
    { kind: 'mpesa:collection', code: '1010', name: 'M-PESA collection' },
    { kind: 'mpesa:payout', code: '1020', name: 'M-PESA pay-outs' },
    { kind: 'bank:payout', code: '1030', name: 'Bank for pay-outs' },
    { kind: 'voucher', code: '2010', name: 'Vouchers outstanding' },
    { kind: 'vouchers:expired', code: '2020', name: 'Vouchers expired' },
    { kind: 'wallet', code: '2030', name: 'Customer wallets' },
    { kind: 'merchant', code: '2040', name: 'Owed to merchants' },
    { kind: 'held', code: '2050', name: 'Pay-outs under way' },
    { kind: 'suspense', code: '2060', name: 'Suspense' },
    { kind: 'transit', code: '2070', name: 'Transit between customers' },
    { kind: 'capital', code: '3010', name: 'Float put in' },
    { kind: 'adjustments', code: '3020', name: 'Merchant adjustments' },
    { kind: 'revenue:deposit-fee', code: '4010', name: 'Deposit fees' },
    { kind: 'revenue:withdrawal-fee', code: '4020', name: 'Withdrawal fees' },
    { kind: 'revenue:settlement-fee', code: '4030', name: 'Settlement fees' },
    { kind: 'expense:provider-charges', code: '5010', name: 'M-PESA charges' },
    { kind: 'expense:losses', code: '5020', name: 'Losses' },
  ],
  xeroTaxRate: 'Tax Exempt',
};

type State = HandlerAnswer<typeof endpoint>;

const NAME = 'bookkeeping-accounts';

/** Reads the mapping in force. */
export async function readMap(db: Db): Promise<BookkeepingMap> {
  const found = await readValueInForce(db, NAME);
  return found ? bookkeepingMap.parse(found.value) : defaultMap;
}

/** Reads the mapping in force and its history. */
export async function listMaps(db: Db): Promise<State> {
  const { versions, latestVersionId } = await listVersions(db, NAME);
  return {
    map: await readMap(db),
    defaults: defaultMap,
    kinds: await readKinds(db),
    versions: versions.map(({ value, ...version }) => ({ ...version, map: bookkeepingMap.parse(value) })),
    latestVersionId,
  };
}

/**
 * Changes the mapping.
 * @throws Refusal `setting_changed`, `setting_same`, `validation_failed` for a kind that the ledger does not have
 */
export async function changeMap(
  db: Db,
  { map, reason, basedOn, auditor }: HandlerInput<typeof endpoint>['body'] & { auditor: Auditor },
): Promise<State> {
  const kinds = new Set((await readKinds(db)).map(({ kind }) => kind));
  const unknown = map.accounts.findIndex(({ kind }) => !kinds.has(kind));
  if (unknown !== -1) {
    const field = { path: `map.accounts.${unknown}.kind`, message: 'We do not know this account' };
    throw new Refusal('validation_failed', { fields: [field] });
  }
  await inTransaction(db, async (tx) => {
    const change = { name: NAME, value: map, initial: defaultMap, reason, basedOn };
    const before = await writeVersion(tx, { ...change, changedBy: auditor.administratorId });
    await recordAudit(tx, auditor, {
      action: 'bookkeeping-accounts.changed',
      subjectKind: 'setting',
      subjectId: NAME,
      reason,
      before: asFields(before === null ? defaultMap : bookkeepingMap.parse(before)),
      after: asFields(map),
    });
  });
  return listMaps(db);
}

async function readKinds(db: Db): Promise<State['kinds']> {
  return (await trialBalance(db)).accounts.map(({ kind, side }) => ({ kind, side }));
}

function asFields({ accounts, xeroTaxRate }: BookkeepingMap): Record<string, string> {
  return {
    ...Object.fromEntries(accounts.map(({ kind, code, name }) => [kind, `${code} ${name}`])),
    xeroTaxRate,
  };
}
