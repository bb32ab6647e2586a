import { purchaseDetails, withdrawalStatus } from '@zawadi/contract';
import { sandboxCredentials } from '@zawadi/sandbox/credentials';
import { signIn } from '@zawadi/story/people';
import { account } from '../../apps/api/src/features/services/postings/index.ts';
import { readBalance } from '../../apps/api/src/ledger/index.ts';
import { assertLedgerInvariants } from '../../apps/api/src/ledger/invariants.ts';
import { assertHoldsAgree } from '../../apps/api/src/testing/holds.ts';
import { expectAgreement } from '../faults/expect-agreement.ts';
import { redeem } from '../faults/tills.ts';
import type { Caller, ClientBook, Consumer } from './client-book.ts';
import { readMovements, type Movement } from './mpesa-book.ts';
import type { System } from './system.ts';

const LONGEST_FINDING = 600;

type Books = { system: System; book: ClientBook; booksAgree: () => Promise<void> };

/**
 * Compares the three books, each with the others: clients' answers, our ledger and M-PESA's movements.
 * @returns a sentence for every difference
 */
export async function compareBooks({ system, book, booksAgree }: Books): Promise<string[]> {
  const movements = readMovements(system);
  const findings = await Promise.all([
    findingsOf('ledger', () => assertLedgerInvariants(system.deps.db)),
    findingsOf('totals', booksAgree),
    findingsOf('payments', () => comparePayments(system, movements)),
    findingsOf('orders', () => compareOrders(system, movements)),
    findingsOf('value', () => compareValues(system)),
    findingsOf('holds', () => assertHoldsAgree(system)),
    findingsOf('audit', () => checkAuditLog(system)),
    ...book.shops.map((shop) => findingsOf('shop', () => expectAgreement(system, shop, book))),
    findingsOf('answers', () => compareAnswers(system, book)),
    ...book.sales.map((sale) => findingsOf('replay', () => replay(system, sale))),
    findingsOf('SMS', () => findMessagesSentTwice(system, book)),
  ]);
  return [...book.contradictions, ...findings.flat()];
}

/** Returns the findings of a check; an error counts as a finding. */
async function findingsOf(what: string, check: () => Promise<string[] | void>): Promise<string[]> {
  try {
    return (await check()) ?? [];
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return [`${what}: ${words.slice(0, LONGEST_FINDING)}`];
  }
}

/**
 * Compares customers' payments one by one. The ledger names the receipt. If the success was known before the receipt,
 * it names the bill reference.
 */
async function comparePayments({ owner }: System, movements: Movement[]): Promise<string[]> {
  const paid = new Map<string, { receipts: string[]; amount: number }>();
  for (const { kind, reference, receipt, amount } of movements) {
    if (kind !== 'stk' && kind !== 'c2b') continue;
    const of = paid.get(reference) ?? { receipts: [], amount: 0 };
    paid.set(reference, { receipts: [...of.receipts, receipt], amount: of.amount + amount });
  }
  const { rows } = await owner.query<{ reference: string; amount: number }>(
    `select reference, (sum(amount_cents) / 100)::int as amount from ledger.transfers
     where debit = $1 group by reference`,
    [account.collection],
  );
  const booked = new Map(rows.map(({ reference, amount }) => [reference, amount]));
  const { rows: foreign } = await owner.query<{ receipt: string }>(
    `select p.receipt from pay_bill_payments p join provider_messages m on m.id = p.message_id
     where m.body ->> 'BusinessShortCode' <> $1`,
    [sandboxCredentials.shortCode],
  );
  const findings = foreign.map(
    ({ receipt }) => `the payment ${receipt} at another pay bill counts as one to us`,
  );
  for (const [reference, { receipts, amount }] of paid) {
    const names = [reference, ...receipts];
    const ours = names.reduce((sum, name) => sum + (booked.get(name) ?? 0), 0);
    for (const name of names) booked.delete(name);
    if (ours !== amount) findings.push(`for ${reference} M-PESA has received KES ${amount}, we have ${ours}`);
  }
  for (const [reference, amount] of booked)
    findings.push(`KES ${amount} are booked for ${reference}, which M-PESA does not have`);
  return findings;
}

/**
 * Compares outgoing orders one by one: each successful order needs exactly one movement at M-PESA, and vice versa.
 */
async function compareOrders({ owner }: System, movements: Movement[]): Promise<string[]> {
  const { rows: orders } = await owner.query<{
    id: string;
    kind: string;
    party: string;
    ids: string[];
    state: string;
    amount: number;
  }>(
    `select id, kind, party, provider_ids as ids, state, (amount_cents / 100)::int as amount
     from orders where kind <> 'purchase'`,
  );
  const out = new Set(movements.filter(({ kind }) => ['b2c', 'b2b', 'reversal'].includes(kind)));
  const findings: string[] = [];
  for (const { id, kind, party, ids, state, amount } of orders) {
    const own = [...out].filter((one) =>
      kind === 'refund' ? one.reference === party : ids.includes(one.originatorConversationId ?? ''),
    );
    for (const one of own) out.delete(one);
    const moved = own.map((one) => one.amount).join(' and ');
    if (moved !== (state === 'SUCCEEDED' ? String(amount) : ''))
      findings.push(`the ${kind} ${id} of KES ${amount} is ${state}, M-PESA has moved ${moved || 'nothing'}`);
  }
  for (const { receipt, amount } of out)
    findings.push(`M-PESA paid KES ${amount} (${receipt}) without an order`);
  return findings;
}

/** Checks that each voucher's spent, claimed, refunded and remaining amounts add up to the cent, and fit its state. */
async function compareValues({ owner }: System): Promise<string[]> {
  const { rows } = await owner.query<{ line: string }>(`
    select 'voucher ' || v.id || ': face ' || v.face_cents || ', used ' || u.cents || ', left ' ||
        coalesce(b.balance_cents, 0) as line
      from vouchers v
      left join ledger.strict_balances b on b.home_id = v.id and b.account = 'voucher:' || v.id
      cross join lateral (select
        held_cents(v.id)
        + coalesce((select sum(amount_cents) from redemptions where voucher_id = v.id and reversed_at is null), 0)
        + coalesce((select sum(amount_cents) from claims where voucher_id = v.id), 0)
        + coalesce((select sum(amount_cents - fee_cents) from refunds where voucher_id = v.id), 0) as cents) u
      where v.face_cents <> u.cents + coalesce(b.balance_cents, 0)
    union all
    select 'purchase ' || coalesce(p.id, v.id) || ' and its voucher are not both there' from vouchers v
      full join (
        select p.id, g.voucher_id from purchases p join purchase_gifts g using (home_id) where p.status = 'COMPLETED'
      ) p on p.voucher_id = v.id
      where (p.id is null or v.id is null) and v.issuer_merchant_id is null
    union all
    select b.account || ' still holds ' || b.balance_cents from ledger.strict_balances b
      where b.account like 'held:%' and b.balance_cents <> 0
        and not exists (select from holds h where b.account = 'held:' || h.id and h.status = 'OPEN')
        and not exists (select from settlements s where b.account = 'held:' || s.id and s.status = 'PENDING')
    union all
    select 'batch ' || s.batch_id || ' of ' || s.amount_cents || ' has entries of ' || e.cents from settlements s
      cross join lateral (select coalesce(sum(amount_cents), 0) as cents from settlement_entries
        where merchant_id = s.merchant_id and settlement_id = s.id) e
      where s.status <> 'CANCELED' and s.amount_cents <> e.cents`);
  return rows.map(({ line }) => line);
}

/** Checks that the audit log is one chain without a gap, and has an entry about each refund by an administrator. */
async function checkAuditLog({ owner }: System): Promise<string[]> {
  const { rows } = await owner.query<{ line: string }>(`
    select 'audit: the chain breaks at entry ' || broken_at as line from verify_audit() where broken_at is not null
    union all
    select 'audit: no entry about the refund ' || r.id from refunds r
      where r.requested_by is not null
        and not exists (select from audit_log where after ->> 'refundId' = r.id::text)`);
  return rows.map(({ line }) => line);
}

/** Checks that the answers that consumers received equal the current answers and the ledger. */
async function compareAnswers(system: System, book: ClientBook): Promise<string[]> {
  const people = await Promise.all(
    [...book.consumers, ...book.victims].map((consumer) => findOneApart(system, book, consumer)),
  );
  const { rows } = await system.owner.query<{ id: string }>('select voucher_id as id from refunds');
  const refunded = new Set(rows.map(({ id }) => id));
  return [
    ...people.flat(),
    ...(await Promise.all(book.callers.map((caller) => findLostOfCaller(system, caller)))).flat(),
    ...book.refunds
      .filter(({ voucherId }) => !refunded.has(voucherId))
      .map(({ voucherId }) => `the refund of ${voucherId} was promised and is lost`),
  ];
}

async function findOneApart(system: System, book: ClientBook, consumer: Consumer): Promise<string[]> {
  const { api, deps, owner } = system;
  // The clock has moved by days, so the sessions have expired: sign in again.
  const as = { bearer: await signIn(api, consumer) };
  const findings: string[] = [];
  for (const { requestId, told } of book.purchases.filter((one) => one.consumer === consumer)) {
    const now = await api.call(purchaseDetails, { params: { requestId } }, as).then(
      ({ orderStatus }) => orderStatus,
      () => 'gone',
    );
    if (told === 'COMPLETED' && now !== 'COMPLETED')
      findings.push(`purchase ${requestId} was reported as COMPLETED and is ${now}`);
    if (now === 'PENDING') findings.push(`purchase ${requestId} is still PENDING`);
  }
  for (const { requestId, told } of book.withdrawals.filter((one) => one.consumer === consumer)) {
    const { orderStatus } = await api.call(withdrawalStatus, { body: { requestId } }, as);
    const isEnd = told === 'COMPLETED' || told === 'CANCELED';
    if (isEnd && orderStatus !== told)
      findings.push(`withdrawal ${requestId} was reported as ${told} and is ${orderStatus}`);
    if (orderStatus === 'PENDING') findings.push(`withdrawal ${requestId} is still PENDING`);
  }
  const told = book.claims.filter((one) => one.consumer === consumer);
  const { rows } = await owner.query<{ claimed: number; wallet: number }>(
    `select coalesce((select sum(amount_cents) from claims where user_id = $1), 0)::int / 100 as claimed,
       (coalesce((select sum(amount_cents) from ledger.transfers where credit = 'wallet:' || $1::text), 0)
        - coalesce((select sum(amount_cents) from ledger.transfers where debit = 'wallet:' || $1::text), 0))::int as wallet`,
    [consumer.user.id],
  );
  const claimed = told.reduce((sum, { amount }) => sum + amount, 0);
  if (rows[0] && rows[0].claimed < claimed)
    findings.push(
      `${consumer.email} was told of KES ${claimed} in the wallet, ${rows[0].claimed} were claimed`,
    );
  const wallet = await readBalance(deps.db, {
    homeId: consumer.user.id,
    account: account.wallet(consumer.user.id),
  });
  if (rows[0] && Number(wallet) !== rows[0].wallet)
    findings.push(
      `the wallet of ${consumer.email} has ${wallet} cents, its transfers make ${rows[0].wallet}`,
    );
  return findings;
}

/** Finds claims, withdrawals and purchases that a caller's last screens have told, and that are lost. */
async function findLostOfCaller({ owner }: System, { phoneNumber, told }: Caller): Promise<string[]> {
  const { rows } = await owner.query<Caller['told']>(
    `select (select count(*)::int from claims c join users u on u.id = c.user_id where u.phone_msisdn = $1) as claims,
       (select coalesce(sum(w.amount_cents - w.fee_cents) / 100, 0)::int from withdrawals w
        where w.msisdn = $1 and w.is_by_ussd) as "paidOut",
       (select count(*)::int from purchases p where p.payer_msisdn = $1 and p.is_by_ussd) as purchases`,
    [phoneNumber],
  );
  const { claims, paidOut, purchases } = rows[0] ?? { claims: 0, paidOut: 0, purchases: 0 };
  return claims >= told.claims && paidOut >= told.paidOut && purchases >= told.purchases
    ? []
    : [
        `a caller was told of ${told.claims} gifts, KES ${told.paidOut} and ${told.purchases} purchases; ${claims}, KES ${paidOut} and ${purchases} exist`,
      ];
}

/** Checks that a repeated idempotency key gets the same answer. */
async function replay(system: System, sale: ClientBook['sales'][number]): Promise<string[]> {
  const { shop, code, key, amount, id, left } = sale;
  if (code === undefined || key === undefined) return [];
  const { answer, isReplay } = await redeem(system, shop.basic, { code, key, amount });
  const isSame = isReplay && answer.redemption.id === id && answer.balance === left;
  return isSame ? [] : [`the redemption ${id} is answered otherwise than before`];
}

/** Finds SMS sent twice, although processes were killed while sending. */
async function findMessagesSentTwice({ sandbox }: System, book: ClientBook): Promise<string[]> {
  const found = await Promise.all(
    book.consumers.map(async ({ phoneNumber }) => {
      const texts = (await sandbox.phone(phoneNumber)).messages
        .filter(({ from }) => from !== 'MPESA')
        .map(({ text }) => text);
      return texts.filter((text, index) => texts.indexOf(text) !== index);
    }),
  );
  return found.flat().map((text) => `an SMS came twice: ${text}`);
}
