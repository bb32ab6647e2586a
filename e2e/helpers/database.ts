import { Client } from 'pg';
import { addressOf } from './addresses.ts';

/** Moves the last day of every gift to a phone into the past, which no call of the API can do. */
export function letVoucherExpire(recipientMsisdn: string): Promise<void> {
  return asOwner(async (owner) => {
    await owner.query(
      `UPDATE vouchers SET expires_at = now() - interval '1 day' WHERE recipient_msisdn = $1`,
      [recipientMsisdn],
    );
  });
}

/** Brings the last day of every gift to a phone a year nearer, as if it had been bought then. */
export function letYearPass(recipientMsisdn: string): Promise<void> {
  return asOwner(async (owner) => {
    await owner.query(
      `UPDATE vouchers SET expires_at = expires_at - interval '1 year' WHERE recipient_msisdn = $1`,
      [recipientMsisdn],
    );
  });
}

/** Gives the gifts to a phone names and words that no form takes, as an older version or a mistake might have let in. */
export function rewriteGift(
  recipientMsisdn: string,
  { name, message }: { name: string; message: string },
): Promise<void> {
  return asOwner(async (owner) => {
    await owner.query(`UPDATE vouchers SET recipient_name = $2, message = $3 WHERE recipient_msisdn = $1`, [
      recipientMsisdn,
      name,
      message,
    ]);
  });
}

/** Has M-PESA asked about a payment at the pay bill at once, where it did not take the first question. */
export function letReportAge(billReference: string): Promise<void> {
  return asOwner(async (owner) => {
    await owner.query(
      `UPDATE pay_bill_payments SET next_query_at = moment() WHERE bill_reference = $1 AND next_query_at IS NOT NULL`,
      [billReference],
    );
  });
}

/** Lets so many hours pass since a payment was ordered from M-PESA. */
export function letOrderAge(orderId: string, hours: number): Promise<void> {
  return asOwner(async (owner) => {
    await owner.query(
      `UPDATE orders SET created_at = created_at - make_interval(hours => $2) WHERE id = $1`,
      [orderId, hours],
    );
  });
}

/** Lets so many minutes pass since the people of a merchant, or an administrator, last proved who they are. */
export function letProofsAge(nameOrEmail: string, minutes: number): Promise<void> {
  return asOwner(async (owner) => {
    await owner.query(
      `UPDATE sessions SET proven_at = proven_at - make_interval(mins => $2)
       WHERE subject_id IN (
         SELECT ms.id FROM merchant_staff ms JOIN merchants m ON m.id = ms.merchant_id WHERE m.merchant_code = $1
         UNION ALL SELECT id FROM administrators WHERE email = $1
       )`,
      [nameOrEmail, minutes],
    );
  });
}

/** Has a shop have been added two months ago, so that it is none that two administrators look at for its age. */
export function letShopAge(merchantId: string): Promise<void> {
  return asOwner(async (owner) => {
    await owner.query(
      `UPDATE merchant_activities SET at = at - interval '60 days' WHERE merchant_id = $1 AND kind = 'added'`,
      [merchantId],
    );
  });
}

/** Runs work while M-PESA seems to refuse our callback addresses: an alert that no job takes back meanwhile. */
export function whileThereIsAnAlert(minutesOld: number, work: () => Promise<void>): Promise<void> {
  return asOwner(async (owner) => {
    await owner.query(
      `INSERT INTO alerts (id, kind, subject, details, first_at, mailed_at)
       VALUES (gen_random_uuid(), 'addresses_refused', 'journey', '{"code": "401.003.01"}',
         now() - make_interval(mins => $1), now())`,
      [minutesOld],
    );
    try {
      await work();
    } finally {
      await owner.query(`DELETE FROM alerts WHERE subject = 'journey'`);
    }
  });
}

/**
 * Moves the settlements of a shop that were paid to the first day of last month, as if it were over.
 * @returns how many fees were earned by them
 */
export function moveFeesToLastMonth(merchantId: string): Promise<number> {
  return asOwner(async (owner) => {
    await owner.query('ALTER TABLE ledger.transfers DISABLE TRIGGER USER');
    const { rowCount } = await owner.query(
      `UPDATE ledger.transfers SET posted_at =
         date_trunc('month', moment() AT TIME ZONE 'Africa/Nairobi' - interval '1 month') AT TIME ZONE 'Africa/Nairobi'
       WHERE home_id = $1 AND kind = 'settlement_paid'`,
      [merchantId],
    );
    await owner.query('ALTER TABLE ledger.transfers ENABLE TRIGGER USER');
    // Days that were summed up have to be read again.
    await owner.query(
      'DELETE FROM daily_totals; DELETE FROM daily_sales; UPDATE report_progress SET up_to = NULL',
    );
    return (rowCount ?? 0) / 2;
  });
}

async function asOwner<Found>(work: (owner: Client) => Promise<Found>): Promise<Found> {
  const owner = new Client({ connectionString: addressOf('DATABASE_OWNER_URL') });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
