import type { TestSystem } from '../../apps/api/src/testing/test-system.ts';

/** Counts the orders to M-PESA without an outcome. */
export async function countOpenOrders({ owner }: Pick<TestSystem, 'owner'>): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from orders where state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN')`,
  );
  return rows[0]?.count ?? 0;
}
