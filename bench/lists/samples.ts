import type { Client } from 'pg';

/** Search values, such as a person would read out on the phone, from the middle of the stored data. */
export type Samples = {
  receipt: string;
  phone: string;
  email: string;
  name: string;
  lastFour: string;
  reference: string;
  batchId: string;
  voucherId: string;
  userId: string;
  actorId: string;
  merchantCode: string;
  day: string;
  yearAgo: string;
  today: string;
  middle: { instant: string; id: string };
  auditPlace: string;
};

/** @param merchantCode code of the busiest shop, whose redemptions give the samples */
export async function takeSamples(owner: Client, merchantCode: string): Promise<Samples> {
  const { rows } = await owner.query<Samples & { instant: string }>(
    `with middle as (
       select r.voucher_id, r.redeemed_at from redemptions r join merchants m on m.id = r.merchant_id
       where m.merchant_code = $1 and r.redeemed_at <= now() - interval '365 days'
       order by r.redeemed_at desc limit 1
     )
     select v.mpesa_receipt as receipt, '0' || right(v.recipient_msisdn, 9) as phone, u.email,
       v.recipient_name as name, v.code_last_four as "lastFour", p.bill_reference as reference,
       (select batch_id from settlements where created_at <= middle.redeemed_at order by created_at desc limit 1)
         as "batchId",
       v.id as "voucherId", u.id as "userId",
       (select actor_id from audit_log where actor_id is not null order by seq desc limit 1) as "actorId",
       (middle.redeemed_at at time zone 'Africa/Nairobi')::date::text as day, middle.redeemed_at::text as instant,
       (select (max(seq) / 2)::text from audit_log) as "auditPlace",
       (moment() at time zone 'Africa/Nairobi')::date::text as today,
       ((moment() at time zone 'Africa/Nairobi')::date - 365)::text as "yearAgo"
     from middle
     join vouchers v on v.id = middle.voucher_id
     join purchases p on p.home_id = v.id
     join users u on u.id = p.buyer_id`,
    [merchantCode],
  );
  const [found] = rows;
  if (!found) throw new Error('the busiest shop has redeemed nothing a year ago');
  const { instant, ...samples } = found;
  return { ...samples, merchantCode, middle: { instant, id: samples.voucherId } };
}
