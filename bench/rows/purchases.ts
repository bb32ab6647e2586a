import { randomBytes } from 'node:crypto';
import { providerCallback } from '@zawadi/contract';
import { sql } from 'kysely';
import { tokenHash } from '../../apps/api/src/platform/crypto/keys.ts';
import { newId, newRandomId } from '../../apps/api/src/platform/ids.ts';
import { writeRows, type Bench } from '../bench.ts';
import { postJson } from '../callers.ts';
import { openProduct, type BenchDeps } from '../open-product.ts';
import { createPeople, receiptOf, type BenchPerson } from '../people.ts';
import { API, startServer } from '../processes.ts';
import { WARM_UPS_OF_SHORT_ROUNDS, type Sample, type Suite } from '../rounds.ts';
import { untilCounted } from '../until-counted.ts';

const PEOPLE = 64;
const SHILLINGS = 105;
const FEE_SHILLINGS = 5;
/** More than a second's work at the target rate. */
const PAID_IN_A_ROUND = 2_000;
/** Maximum number of callbacks that are acknowledged but not yet applied. Also the number of concurrent requests. */
const UNDER_WAY = 128;

const NO_ID = '00000000-0000-0000-0000-000000000000';

type Prompt = { token: string; body: object };

/**
 * Measures prompted purchases settled by M-PESA's callback: from the callback to the commit that posts the payment,
 * issues the voucher and writes the messages. The latency is measured in the database: from the insertion of a
 * callback's row until it is marked as processed.
 */
export async function openPurchases(bench: Bench): Promise<Suite> {
  const deps = openProduct(bench.appUrl, 'bench-purchases');
  bench.say('Preparing buyers …');
  const people = await createPeople(bench, PEOPLE);
  const api = await startServer(API, { DATABASE_URL: bench.appUrl, DATABASE_OWNER_URL: bench.appUrl });
  return {
    cases: [
      {
        name: 'purchase settled, from the callback on',
        connections: UNDER_WAY,
        target: { perSecond: 1_500 },
        warmUps: WARM_UPS_OF_SHORT_ROUNDS,
        prepare: async () => {
          const prompts = await openPrompts(bench, people, PAID_IN_A_ROUND);
          return () => settle(deps, `${api.url}${providerCallback.path}`, prompts);
        },
      },
    ],
    close: async () => {
      await api.stop();
      await deps.db.destroy();
    },
  };
}

async function settle({ db }: BenchDeps, path: string, prompts: Prompt[]): Promise<Sample> {
  const { rows: earlier } = await sql<{ id: string }>`
    select id from provider_messages order by id desc limit 1`.execute(db);
  // Count the callbacks of this round only. To count all would take a fifth of the database's time.
  const countSettled = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from provider_messages
      where id > ${earlier[0]?.id ?? NO_ID} and processed_at is not null`.execute(db);
    return rows[0]?.count ?? 0;
  };
  const waiting = prompts.toReversed();
  let sent = 0;
  const startMs = performance.now();
  const settled = untilCounted(countSettled, prompts.length);
  const senders = Array.from({ length: UNDER_WAY }, async () => {
    for (;;) {
      while (sent - settled.count() >= UNDER_WAY && !settled.isOver()) await settled.more();
      const prompt = waiting.pop();
      if (!prompt || settled.isOver()) return;
      sent += 1;
      // Ignore errors: a refused or unapplied callback is missing in the final count.
      await postJson(path.replace(':token', prompt.token), prompt.body).catch(() => {});
    }
  });
  const count = await settled.over;
  const seconds = (performance.now() - startMs) / 1_000;
  await Promise.all(senders);
  const { rows } = await sql<{ p50Ms: number; p99Ms: number; others: number }>`
    with latest as (
      select extract(epoch from processed_at - received_at) * 1000 as ms, outcome from provider_messages
      where processed_at is not null order by id desc limit ${count}
    )
    select (percentile_cont(0.5) within group (order by ms))::float8 as "p50Ms",
      (percentile_cont(0.99) within group (order by ms))::float8 as "p99Ms",
      count(*) filter (where outcome <> 'completed')::int as others
    from latest`.execute(db);
  const { others = 0, ...latencies } = rows[0] ?? {};
  return { perSecond: count / seconds, ...latencies, failures: prompts.length - count + others };
}

/** Writes the rows that registered purchases and sent prompts would leave. */
async function openPrompts(bench: Bench, people: BenchPerson[], count: number): Promise<Prompt[]> {
  const prompts = Array.from({ length: count }, (_, n) => {
    const orderId = newId();
    return {
      homeId: newId(),
      purchaseId: newRandomId(),
      orderId,
      token: randomBytes(24).toString('hex'),
      checkoutId: `ws_CO_${orderId}`,
      buyer: people[n % people.length],
    };
  });
  const homes = prompts.map(({ homeId }) => homeId);
  const purchases = prompts.map(({ purchaseId }) => purchaseId);
  const orders = prompts.map(({ orderId }) => orderId);
  const references = purchases.map((id) => receiptOf(id));
  const checkouts = prompts.map(({ checkoutId }) => checkoutId);
  const phones = prompts.map(({ buyer }) => buyer?.msisdn ?? '');
  const buyers = prompts.map(({ buyer }) => buyer?.id ?? '');
  const hashes = prompts.map(({ token }) => tokenHash(token));
  await writeRows(bench, async (tx) => {
    await sql`
      insert into purchases (home_id, id, buyer_id, amount_cents, fee_cents, bill_reference, payer_msisdn, status,
        pending_since)
      select home, id, buyer, ${SHILLINGS * 100}, ${FEE_SHILLINGS * 100}, reference, phone, 'PENDING', moment()
      from unnest(${homes}::uuid[], ${purchases}::uuid[], ${buyers}::uuid[], ${references}::text[], ${phones}::text[])
        as given (home, id, buyer, reference, phone)`.execute(tx);
    await sql`
      insert into purchase_gifts (home_id, position, voucher_id, amount_cents, fee_cents, recipient_name,
        recipient_msisdn, recipient_email, message, cloth)
      select home, 1, home, ${SHILLINGS * 100}, ${FEE_SHILLINGS * 100}, 'Kip Rotich', '254712000009',
        'kip@example.test', 'Hongera', 'plain'
      from unnest(${homes}::uuid[]) as given (home)`.execute(tx);
    await sql`
      insert into orders (home_id, id, kind, owner_id, party, amount_cents, is_own_phone, state, sends, provider_ids,
        sending_at, sent_at, next_poll_at)
      select home, id, 'purchase', purchase, phone, ${SHILLINGS * 100}, true, 'SENT', 1, array[checkout],
        moment(), moment(), moment() + interval '1 hour'
      from unnest(${homes}::uuid[], ${orders}::uuid[], ${purchases}::uuid[], ${phones}::text[], ${checkouts}::text[])
        as given (home, id, purchase, phone, checkout)`.execute(tx);
    await sql`
      insert into unique_names (kind, key, home_id, target_id)
      select name.kind, name.key, home, name.target
      from unnest(${homes}::uuid[], ${orders}::uuid[], ${purchases}::uuid[], ${references}::text[], ${checkouts}::text[])
        as given (home, id, purchase, reference, checkout)
      cross join lateral (values ('purchase', purchase::text, purchase), ('bill_reference', reference, purchase),
        ('checkout_request', checkout, id)) as name (kind, key, target)`.execute(tx);
    await sql`
      insert into callback_tokens (token_hash, purpose, home_id, target_id)
      select hash, 'purchase_result', home, id
      from unnest(${hashes}::bytea[], ${homes}::uuid[], ${orders}::uuid[]) as given (hash, home, id)`.execute(
      tx,
    );
  });
  return prompts.map(({ token, checkoutId, buyer, orderId }) => ({
    token,
    body: paidBody({ checkoutId, receipt: receiptOf(orderId), msisdn: buyer?.msisdn ?? '' }),
  }));
}

function paidBody(paid: { checkoutId: string; receipt: string; msisdn: string }): object {
  const items = { Amount: SHILLINGS, MpesaReceiptNumber: paid.receipt, PhoneNumber: Number(paid.msisdn) };
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: paid.checkoutId,
        CheckoutRequestID: paid.checkoutId,
        ResultCode: 0,
        ResultDesc: 'The service request is processed successfully.',
        CallbackMetadata: { Item: Object.entries(items).map(([Name, Value]) => ({ Name, Value })) },
      },
    },
  };
}
