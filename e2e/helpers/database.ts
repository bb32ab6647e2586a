import { Client } from 'pg';
import { addressOf } from './addresses.ts';

/** Moves the expiry of all gifts to a phone into the past, which no API request can do. */
export function letVoucherExpire(recipientMsisdn: string): Promise<void> {
  return asOwner(async (owner) => {
    await owner.query(
      `UPDATE vouchers SET expires_at = now() - interval '1 day' WHERE recipient_msisdn = $1`,
      [recipientMsisdn],
    );
  });
}

/** Moves the expiry of all gifts to a phone a year closer, as if the gifts had been bought a year ago. */
export function letYearPass(recipientMsisdn: string): Promise<void> {
  return asOwner(async (owner) => {
    await owner.query(
      `UPDATE vouchers SET expires_at = expires_at - interval '1 year' WHERE recipient_msisdn = $1`,
      [recipientMsisdn],
    );
  });
}

/** Writes names and messages that no form accepts into the gifts to a phone, as if by an older version or a bug. */
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

/** Gives some people and a shop another name wherever it is stored, also in gifts, payments and redemptions. */
export function renameEverywhere(of: { msisdns: string[]; merchantId: string }, name: string): Promise<void> {
  return asOwner(async (owner) => {
    const ofPeople = 'IN (SELECT id FROM users WHERE phone_msisdn = ANY($1))';
    for (const change of [
      'UPDATE users SET first_name = $2, last_name = $2 WHERE phone_msisdn = ANY($1)',
      'UPDATE vouchers SET recipient_name = $2, sender_name = $2 WHERE recipient_msisdn = ANY($1)',
      `UPDATE purchase_gifts SET recipient_name = $2
         WHERE home_id IN (SELECT home_id FROM purchases WHERE buyer_id ${ofPeople})`,
      `UPDATE withdrawals SET recipient_name = $2, paid_to_name = $2 WHERE user_id ${ofPeople}`,
    ])
      await owner.query(change, [of.msisdns, name]);
    for (const change of [
      'UPDATE merchants SET business_name = $2, contact_name = $2 WHERE id = $1',
      `UPDATE merchant_staff SET name = $2 WHERE merchant_id = $1 AND role <> 'owner'`,
      'UPDATE redemptions SET recipient_name = $2 WHERE merchant_id = $1',
    ])
      await owner.query(change, [of.merchantId, name]);
  });
}

/** Makes the status query of a pay bill payment due now, in case M-PESA did not accept the first query. */
export function letReportAge(billReference: string): Promise<void> {
  return asOwner(async (owner) => {
    await owner.query(
      `UPDATE pay_bill_payments SET next_query_at = moment() WHERE bill_reference = $1 AND next_query_at IS NOT NULL`,
      [billReference],
    );
  });
}

/** Moves a payment's order to M-PESA this many hours into the past. */
export function letOrderAge(orderId: string, hours: number): Promise<void> {
  return asOwner(async (owner) => {
    await owner.query(
      `UPDATE orders SET created_at = created_at - make_interval(hours => $2) WHERE id = $1`,
      [orderId, hours],
    );
  });
}

/** Moves the last step-up of a merchant's staff, or of an administrator, this many minutes into the past. */
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

/** Backdates a shop by two months, so that it no longer counts as new: new shops need a second administrator. */
export function letShopAge(merchantId: string): Promise<void> {
  return asOwner(async (owner) => {
    await owner.query(
      `UPDATE merchant_activities SET at = at - interval '60 days' WHERE merchant_id = $1 AND kind = 'added'`,
      [merchantId],
    );
  });
}

/**
 * Runs `work` while there is an alert that M-PESA refuses our callback URLs. No job resolves the alert in that time.
 */
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
 * Moves a shop's paid settlements to the first day of last month, so that their month is over.
 * @returns the number of fees that these settlements earned
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
    // Delete the computed daily totals, so that they are computed again.
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
