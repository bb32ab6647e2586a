import { Client } from 'pg';
import { addressOf } from './addresses.ts';

/** Moves the last day of every gift to a phone into the past, which nobody can do from outside. */
export async function letVoucherExpire(recipientMsisdn: string): Promise<void> {
  const owner = new Client({ connectionString: addressOf('DATABASE_OWNER_URL') });
  await owner.connect();
  try {
    await owner.query(
      `UPDATE vouchers SET expires_at = now() - interval '1 day' WHERE recipient_msisdn = $1`,
      [recipientMsisdn],
    );
  } finally {
    await owner.end();
  }
}
