import type { AdminAction } from './admin-action.ts';
import { fraudActions } from './fraud-actions.ts';
import { moneyActions } from './money-actions.ts';
import { passkeyActions } from './passkey-actions.ts';
import { peopleActions } from './people-actions.ts';
import { settingActions } from './setting-actions.ts';
import { voucherActions } from './voucher-actions.ts';

/** Every call by which administrators change something, with what makes it succeed. */
export const ALL_ACTIONS: readonly AdminAction[] = [
  ...peopleActions,
  ...passkeyActions,
  ...voucherActions,
  ...moneyActions,
  ...settingActions,
  ...fraudActions,
];
