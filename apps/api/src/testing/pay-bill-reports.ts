import { randomBytes, randomUUID } from 'node:crypto';
import { checkPayBillPayments, sweepMessages } from '../features/money/callbacks/index.ts';
import type { TestSystem } from './test-system.ts';
import { until } from './until.ts';

type System = Pick<TestSystem, 'owner' | 'deps'>;
type Report = { receipt: string; amount: number; reference: string; purpose?: 'c2b' | 'c2b_retired' };

/** Posts a payment confirmation to the pay-bill callback URL, as anyone could who has the URL. */
export async function reportPayBill({ owner, deps }: System, payment: Report): Promise<void> {
  await owner.query(
    `insert into provider_messages (id, purpose, home_id, target_id, body, digest, received_at)
     values ($1, $4, $1, $1, $2, $3, now() - interval '1 minute')`,
    [randomUUID(), JSON.stringify(payBillReport(payment)), randomBytes(8), payment.purpose ?? 'c2b'],
  );
  await sweepMessages(deps);
}

/** Builds the body with which M-PESA reports a payment at our pay bill. */
export function payBillReport({ receipt, amount, reference }: Omit<Report, 'purpose'>): object {
  return {
    TransID: receipt,
    TransTime: '20261120101500',
    TransAmount: String(amount),
    BusinessShortCode: '600100',
    BillRefNumber: reference,
  };
}

/** Makes every reported payment that M-PESA has not confirmed older, and queries M-PESA for the due ones. */
export async function ageReports({ owner, deps }: System, seconds: number): Promise<void> {
  await owner.query(
    `update pay_bill_payments set reported_at = reported_at - make_interval(secs => $1),
       next_query_at = next_query_at - make_interval(secs => $1)
     where state in ('CHECKING', 'OVERDUE')`,
    [seconds],
  );
  // A sweep skips a payment while M-PESA's answer is applied to it; the next sweep takes it.
  await until(async () => {
    await checkPayBillPayments(deps);
    const { rowCount } = await owner.query(
      `select from pay_bill_payments where state = 'CHECKING' and reported_at < now() - interval '30 minutes'
         or state = 'OVERDUE' and reported_at < now() - interval '48 hours'`,
    );
    if (rowCount !== 0) throw new Error('payments were left out');
  });
}

/** Finds M-PESA's receipt number in its latest SMS with this text to a phone. */
export async function receiptInSms(
  { sandbox }: Pick<TestSystem, 'sandbox'>,
  msisdn: string,
  says: 'sent to' | 'received',
): Promise<string> {
  const [, receipt = ''] = await sandbox.sms(
    msisdn,
    new RegExp(`^([A-Z0-9]{10}) Confirmed\\. .*${says}`, 'u'),
  );
  return receipt;
}
