import { pollOrders } from '../features/mpesa/orders/index.ts';
import type { TestSystem } from './test-system.ts';

/** Polls every open M-PESA order, and every failed one that is queried again, even before it is due. */
export async function pollOrdersNow({ owner, deps }: Pick<TestSystem, 'owner' | 'deps'>): Promise<void> {
  await owner.query('update orders set next_poll_at = moment() where next_poll_at is not null');
  await pollOrders(deps);
}
