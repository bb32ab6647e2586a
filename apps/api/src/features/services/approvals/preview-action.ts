import type {
  ActionPreview,
  HandlerAnswer,
  PlannedAction,
  previewAction as askEndpoint,
  readApproval as readEndpoint,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Approvable, Preview } from './approval-action.ts';
import { actionFor, matchesPreview } from './decide-request.ts';
import { readOne, type Viewer } from './list-approvals.ts';
import { findRequest } from './store.ts';

type PreviewDeps = Pick<Deps, 'db' | 'config'> & { actions: readonly Approvable[] };

/**
 * Previews an action before it is requested, and shows whether it needs a second administrator.
 * @throws Refusal not_found, voucher_not_found
 */
export async function previewAction(
  deps: PreviewDeps,
  { action, administratorId }: { action: PlannedAction; administratorId: string },
): Promise<HandlerAnswer<typeof askEndpoint>> {
  const { kind, ...question } = action;
  const { ask } = actionFor(deps.actions, { kind });
  const asked = { question, administratorId };
  return refusalAsAnswer(async () => {
    const { preview, rule } = await inTransaction(deps.db, (tx) => ask(tx, deps, asked));
    return { ...(preview && { preview: describe(preview) }), rule };
  });
}

/**
 * Previews a request as if it were executed now, so that the approver sees its current effect.
 * @throws Refusal not_found
 */
export async function previewRequest(
  deps: PreviewDeps,
  { approvalId, viewer }: { approvalId: string; viewer: Viewer },
): Promise<HandlerAnswer<typeof readEndpoint>> {
  const approval = await readOne(deps, { approvalId, viewer });
  if (approval.status !== 'Open') return { approval, isOutdated: false };
  const { preview } = actionFor(deps.actions, approval);
  const answer = await refusalAsAnswer(() =>
    inTransaction(deps.db, async (tx) => {
      const request = await findRequest(tx, approvalId);
      const now = request && (await preview?.(tx, request.input));
      return now && request
        ? { preview: describe(now), isOutdated: !matchesPreview(request, now) }
        : { isOutdated: false };
    }),
  );
  return { approval, isOutdated: false, ...answer };
}

/**
 * Returns a refusal as an answer instead of throwing it, because a preview only shows whether the action is possible.
 */
async function refusalAsAnswer<Answer>(
  read: () => Promise<Answer>,
): Promise<Answer | { refusedBecause: string }> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refusal && error.status !== 404) return { refusedBecause: error.message };
    throw error;
  }
}

function describe({ amountCents, way, feeCents = 0n, balances = [], change }: Preview): ActionPreview {
  return {
    amountCents: Number(amountCents),
    way,
    ...(feeCents > 0n && { feeCents: Number(feeCents) }),
    balances: balances.map(({ of, beforeCents, afterCents }) => ({
      of,
      beforeCents: Number(beforeCents),
      afterCents: Number(afterCents),
    })),
    ...(change && { change }),
  };
}
