import type { Transaction } from '../../platform/db/database.ts';
import { raiseWrongCodes } from '../fraud-alerts/index.ts';
import { raiseReview } from '../reviews/index.ts';

/** Somebody at this merchant tries out codes: twenty unknown ones within a quarter of an hour. */
export async function reportWrongCodes(tx: Transaction, merchantId: string): Promise<void> {
  await raiseWrongCodes(tx, merchantId);
  await raiseReview(tx, { kind: 'wrong_codes', subjectId: merchantId, details: {} });
}
