import type { HealthState } from '@zawadi/contract';

const ORDER: HealthState[] = ['unknown', 'good', 'attention', 'bad'];
/** Where real money moves, a part of which nothing is known does not count as good. */
const ORDER_WITH_REAL_MONEY: HealthState[] = ['good', 'unknown', 'attention', 'bad'];

/** Returns the worst of some states; `good` if there are none. */
export function worst(states: readonly HealthState[], { isRealMoney = false } = {}): HealthState {
  const order = isRealMoney ? ORDER_WITH_REAL_MONEY : ORDER;
  return states.reduce((one, other) => (order.indexOf(other) > order.indexOf(one) ? other : one), 'good');
}
