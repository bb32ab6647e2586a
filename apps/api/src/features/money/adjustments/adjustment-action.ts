import { uuid } from '@zawadi/contract';
import { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { approvable, type Approvable, type ApprovalAction } from '../../control/approvals/index.ts';
import { postAdjustment } from './post-adjustment.ts';
import { lockAdjustment, markPosted, type AdjustmentKey } from './store.ts';

const input = z.object({ merchantId: uuid, adjustmentId: uuid });

/** Actions of this feature that approvals execute. */
export function actions(deps: Pick<Deps, 'keys'>): Approvable[] {
  return [approvable(adjustmentAction(deps))];
}

/** The adjustment that another administrator has asked for. */
function adjustmentAction(deps: Pick<Deps, 'keys'>): ApprovalAction<AdjustmentKey> {
  return {
    kind: 'adjustment',
    schema: input,
    execute: async (tx, { input: key, auditor }) => {
      const adjustment = await lockAdjustment(tx, key);
      if (!adjustment) throw new Refusal('not_found');
      if (adjustment.isPosted) return undefined;
      await markPosted(tx, key);
      await postAdjustment(tx, deps, { adjustment, auditor });
      return undefined;
    },
  };
}
