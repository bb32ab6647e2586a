import { approvable } from '../../services/approvals/index.ts';
import { correctionAction, correctionQuestion } from './correction-action.ts';

export { applyBalances } from './apply-balances.ts';
export { findItem, isOpenDifference } from './items-list-store.ts';
export { queryFloat, queryFloatAgain, queryFloatByNeed } from './query-float.ts';
export { createRecentRecheck } from './recheck.ts';
export { routes } from './routes.ts';

/** Actions of this feature that approvals execute. */
export const actions = [approvable(correctionAction, correctionQuestion)];
