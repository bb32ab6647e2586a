import { eventually } from '@zawadi/story/sandbox-control';
import type { Heard } from '../../apps/api/src/features/merchants/webhooks/testing/start-receiver.ts';
import { expireHold } from '../../apps/api/src/testing/holds.ts';
import type { Child } from './child-process.ts';
import { countHoldEvents } from './expect-agreement.ts';
import type { Surroundings } from './processes.ts';
import type { Told } from './rush-hour.ts';
import type { Shop } from './shops.ts';
import { letLeasesEnd, letTimePass } from './time.ts';

/**
 * Waits until all orders are final. Killed workers may have had leases, so the sweeps must finish their work. An order
 * still open after two queries to M-PESA is a prompt that was never sent; without evidence it ends after 48 hours.
 */
export async function letPaymentsSettle(product: Surroundings, workers: Child[]): Promise<void> {
  await Promise.all(workers.map((worker) => worker.kill9()));
  await letLeasesEnd(product);
  await product.owner.query('update orders set polls = 0');
  await Promise.all(workers.map((worker) => worker.start()));
  await untilOpen(product, 'only orders that were never sent', (open) =>
    open.every(({ isUnacknowledged, polls }) => isUnacknowledged && polls >= 2),
  );
  await product.owner.query(`
    update orders set created_at = now() - interval '49 hours'
    where state in ('SENDING', 'UNKNOWN') and kind = 'purchase' and cardinality(provider_ids) = 0`);
  await untilOpen(product, 'nothing', (open) => open.length === 0);
}

/**
 * Waits until the shops have received every event. Ends open holds and leases of dead workers, and makes retries due
 * that would wait minutes.
 */
export async function letEveryEventArrive(
  product: Surroundings,
  workers: Child[],
  { shops, told }: { shops: Shop[]; told: Told },
): Promise<void> {
  const leftOpen = told.holds.filter(({ ending }) => ending === 'left open');
  for (const { id } of leftOpen) await expireHold(product, id);
  await Promise.all(workers.map((worker) => worker.kill9()));
  await letLeasesEnd(product);
  await Promise.all(workers.map((worker) => worker.start()));
  const reversals = told.sales.filter(({ isReversed }) => isReversed);
  const expected =
    told.created.length + 2 * told.sales.length + reversals.length + countHoldEvents(told.holds);
  let heard = 0;
  await eventually('every event to arrive', async () => {
    await product.owner.query(`
      update webhook_deliveries set next_try_at = now() where state = 'pending' and next_try_at > now();
      update webhook_addresses set resumes_at = now() where resumes_at > now()`);
    heard = new Set(messages(shops).map(({ headers }) => headers['webhook-id'])).size;
    return heard >= expected ? true : undefined;
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${heard} of ${expected} were heard`);
  });
}

/** SQL that finds open orders, and how often our worker has queried M-PESA about each since the faults ended. */
const OPEN = `
  select 'purchase' as what, p.id, a.state, cardinality(a.provider_ids) = 0 as "isUnacknowledged", a.polls
    from purchases p join orders a on a.home_id = p.home_id
    where p.status = 'PENDING' and a.state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN')
  union all select kind, id, state, false, polls from orders
    where kind = 'withdrawal' and state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN')
  union all select 'message', id, purpose, false, 0 from provider_messages where processed_at is null
  union all select 'outbox', id, topic, false, 0 from outbox where state = 'pending'`;

type Open = { what: string; id: string; state: string; isUnacknowledged: boolean; polls: number };

async function untilOpen(
  product: Surroundings,
  what: string,
  isEnough: (open: Open[]) => boolean,
): Promise<void> {
  let open: Open[] = [];
  await eventually(`${what} to be open`, async () => {
    await letTimePass(product);
    ({ rows: open } = await product.owner.query<Open>(OPEN));
    return isEnough(open) ? true : undefined;
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${JSON.stringify(open)}`);
  });
}

function messages(shops: Shop[]): Heard[] {
  return shops.flatMap(({ receiver }) => receiver.heard);
}
