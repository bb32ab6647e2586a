import type { Invoice } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { inTransaction, isUniqueViolation } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { recordActivity } from '../../people/merchants/index.ts';
import { describeInvoice } from './list-invoices.ts';
import { findInvoice, writeBuyerDetails, writeEtimsNumber, type BuyerDetails } from './store.ts';

/**
 * Enters or corrects an invoice's number in KRA's eTIMS. Nothing else on an issued invoice can change.
 * @throws Refusal `not_found`, `etims_number_used`, `setting_same`
 */
export async function enterEtimsNumber(
  { db }: Pick<Deps, 'db'>,
  { name, etimsNumber, auditor }: { name: string; etimsNumber: string; auditor: Auditor },
): Promise<Invoice> {
  const number = Number(name.slice('INV-'.length));
  try {
    return await inTransaction(db, async (tx) => {
      const before = await findInvoice(tx, number);
      if (!before) throw new Refusal('not_found');
      if (before.etimsNumber === etimsNumber) throw new Refusal('setting_same');
      await writeEtimsNumber(tx, number, etimsNumber);
      const after = { ...before, etimsNumber };
      await recordAudit(tx, auditor, {
        action: 'invoice.etims-entered',
        subjectKind: 'invoice',
        subjectId: describeInvoice(after).number,
        before: { etimsNumber: before.etimsNumber },
        after: { etimsNumber },
      });
      return describeInvoice(after);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'invoices_etims_number_is_unique')) throw new Refusal('etims_number_used');
    throw error;
  }
}

/** Changes the merchant's KRA PIN and address. Only invoices issued later show them. */
export async function changeBuyerDetails(
  { db }: Pick<Deps, 'db'>,
  { merchantId, staffId, details }: { merchantId: string; staffId: string; details: BuyerDetails },
): Promise<BuyerDetails> {
  await inTransaction(db, async (tx) => {
    await writeBuyerDetails(tx, merchantId, details);
    const actor = { kind: 'member', id: staffId } as const;
    await recordActivity(tx, { merchantId, actor, kind: 'profile-changed', details });
  });
  return details;
}
