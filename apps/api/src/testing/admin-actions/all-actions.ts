import type { AdminAction } from './admin-action.ts';
import { fraudActions } from './fraud-actions.ts';
import { moneyActions } from './money-actions.ts';
import { passkeyActions } from './passkey-actions.ts';
import { peopleActions } from './people-actions.ts';
import { settingActions } from './setting-actions.ts';
import { voucherActions } from './voucher-actions.ts';

/** Every changing call of administrators, with a preparation that makes it succeed. */
export const ALL_ACTIONS: readonly AdminAction[] = [
  ...peopleActions,
  ...passkeyActions,
  ...voucherActions,
  ...moneyActions,
  ...settingActions,
  ...fraudActions,
];
