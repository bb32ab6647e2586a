import { pollOrders } from '../features/mpesa/orders/index.ts';
import type { TestSystem } from './test-system.ts';

/** Polls every open order now, whenever it is due. */
export async function pollOrdersNow({ owner, deps }: Pick<TestSystem, 'owner' | 'deps'>): Promise<void> {
  await owner.query(
    `update orders set next_poll_at = moment()
     where next_poll_at is not null and (state <> 'SUCCEEDED' or receipt is null)`,
  );
  await pollOrders(deps);
}

/** Queries now what M-PESA charged for each pay-out. The worker does that at night. */
export async function queryChargesNow({ owner, deps }: Pick<TestSystem, 'owner' | 'deps'>): Promise<void> {
  await owner.query(
    `update orders set next_poll_at = moment() where next_poll_at is not null and state = 'SUCCEEDED'`,
  );
  await pollOrders(deps);
}
