import { pollOrders } from '../features/mpesa/orders/index.ts';
import type { TestSystem } from './test-system.ts';

/** Polls every order to M-PESA that is open, or failed and is asked about again, also before its turn. */
export async function pollOrdersNow({ owner, deps }: Pick<TestSystem, 'owner' | 'deps'>): Promise<void> {
  await owner.query('update orders set next_poll_at = moment() where next_poll_at is not null');
  await pollOrders(deps);
}
