import { formatMsisdn, type CallInput, type openFraudCase } from '@zawadi/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { onPaper } from '../../money/receipts/index.ts';
import { payeeInWords, readPayoutChannel } from '../../people/merchants/index.ts';

/** Ids of the subject of a case; one of them is set. */
export type CaseSubject = {
  merchantId: string | null;
  userId: string | null;
  administratorId: string | null;
};

type About = CallInput<typeof openFraudCase>['body']['about'];

/** Finds the subject of a new case. Finds a consumer by contact only if the account has verified that contact. */
export async function findSubject(
  db: Db,
  about: Exclude<About, { kind: 'contact' }>,
): Promise<CaseSubject | undefined> {
  const subject = {
    merchant: sql`select id as "merchantId", null as "userId", null as "administratorId" from merchants
      where merchant_code = ${'merchantCode' in about ? about.merchantCode : null}`,
    user: sql`select null as "merchantId", id as "userId", null as "administratorId" from users
      where id = ${'userId' in about ? about.userId : null}`,
    administrator: sql`select null as "merchantId", null as "userId", id as "administratorId" from administrators
      where id = ${'administratorId' in about ? about.administratorId : null}`,
  }[about.kind];
  const { rows } = await sql<CaseSubject>`${subject}`.execute(db);
  return rows[0];
}

/** A fact that identifies the subject of a case, as the report prints it. */
export type IdentityFact = { label: string; value: string };

/** Reads what we know today about the identity of a case's subject, without empty values. */
export async function readIdentity(db: Db, subject: CaseSubject): Promise<IdentityFact[]> {
  const facts = Object.entries(await factsOf(db, subject));
  return facts.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }));
}

async function factsOf(
  db: Db,
  { merchantId, userId, administratorId }: CaseSubject,
): Promise<Record<string, string>> {
  if (merchantId !== null) return factsOfMerchant(db, merchantId);
  if (userId !== null) return factsOfUser(db, userId);
  const { rows } = await sql<{ name: string; email: string; role: string; createdAt: Date }>`
    select name, email, role, created_at as "createdAt" from administrators where id = ${administratorId}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return {};
  return {
    Name: row.name,
    Email: row.email,
    Role: row.role,
    'Account opened': onPaper(row.createdAt, 'longDay'),
  };
}

async function factsOfUser(db: Db, userId: string): Promise<Record<string, string>> {
  const { rows } = await sql<{
    name: string;
    phone: string | null;
    email: string;
    nameAtMpesa: string | null;
    createdAt: Date;
  }>`
    select first_name || ' ' || last_name as name, coalesce(phone_msisdn, pending_phone_msisdn) as phone,
      case when email like '%.invalid' then '' else email end as email, created_at as "createdAt",
      (select paid_to_name from withdrawals w where w.user_id = u.id and paid_to_name is not null
        order by completed_at desc nulls last limit 1) as "nameAtMpesa"
    from users u where id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) return {};
  return {
    Name: row.name,
    'Name at M-PESA': row.nameAtMpesa ?? '',
    Phone: row.phone === null ? '' : formatMsisdn(row.phone),
    Email: row.email,
    'Account opened': onPaper(row.createdAt, 'longDay'),
    'Account ID': userId,
  };
}

async function factsOfMerchant(db: Db, merchantId: string): Promise<Record<string, string>> {
  const { rows } = await sql<{
    name: string;
    code: string;
    contact: string;
    phone: string;
    email: string;
    address: string;
    createdAt: Date;
  }>`
    select m.business_name as name, m.merchant_code as code, m.contact_name as contact,
      m.contact_phone_msisdn as phone, m.contact_email as email, concat_ws(', ', p.street, p.town) as address,
      m.created_at as "createdAt"
    from merchants m join merchant_places p on p.id = m.id where m.id = ${merchantId}`.execute(db);
  const [row] = rows;
  if (!row) return {};
  const channel = await readPayoutChannel(db, merchantId);
  return {
    Name: row.name,
    'Merchant code': row.code,
    'Contact person': row.contact,
    Phone: formatMsisdn(row.phone),
    Email: row.email,
    Address: row.address,
    'Paid to': channel ? payeeInWords(channel, { isMasked: false }) : '',
    'Account opened': onPaper(row.createdAt, 'longDay'),
  };
}
