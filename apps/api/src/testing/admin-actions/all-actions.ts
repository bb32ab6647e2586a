import type { AdminAction } from './admin-action.ts';
import { fraudActions } from './fraud-actions.ts';
import { moneyActions } from './money-actions.ts';
import { passkeyActions } from './passkey-actions.ts';
import { caseActions } from './case-actions.ts';
import { peopleActions } from './people-actions.ts';
import { settingActions } from './setting-actions.ts';
import { voucherActions } from './voucher-actions.ts';

/** Every endpoint with which administrators change something, with the preparation of a successful request. */
export const ALL_ACTIONS: readonly AdminAction[] = [
  ...caseActions,
  ...peopleActions,
  ...passkeyActions,
  ...voucherActions,
  ...moneyActions,
  ...settingActions,
  ...fraudActions,
];
