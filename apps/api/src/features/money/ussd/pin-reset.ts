import {
  administratorRoles,
  uuid,
  type ActionOutcome,
  type HandlerInput,
  type resetUssdPin,
} from '@zawadi/contract';
import { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { everyContactOf, lockUserRecord, type UserRecord } from '../../people/users/index.ts';
import { openNotMeLink } from '../../people/credentials/index.ts';
import {
  approvable,
  executeOrRequestApproval,
  type Approvable,
  type ApprovalAction,
} from '../../services/approvals/index.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { notify } from '../../services/messages/index.ts';
import { deletePin, readPinState } from './pin-store.ts';

const input = z.object({ userId: uuid });
type Asked = z.infer<typeof input>;
type ResetDeps = Pick<Deps, 'db' | 'keys' | 'config'>;

/**
 * Requests that the PIN of a consumer is removed. Always needs two administrators.
 * @throws Refusal `not_found` also without a PIN, `approval_open`
 */
export async function requestReset(
  deps: ResetDeps,
  asked: { userId: string; body: HandlerInput<typeof resetUssdPin>['body']; auditor: Auditor },
): Promise<{ action: ActionOutcome }> {
  const { userId, body, auditor } = asked;
  const { firstName, lastName } = await inTransaction(deps.db, (tx) => requirePin(tx, userId));
  const action = await executeOrRequestApproval(deps, reset(deps), {
    subjectKind: 'user',
    subjectId: userId,
    summary: `Remove the USSD PIN of ${firstName} ${lastName}`,
    amountCents: 0n,
    reason: body.reason,
    input: { userId },
    auditor,
  });
  return { action };
}

/** Returns the actions of this feature that approvals execute. */
export function actions(deps: ResetDeps): Approvable[] {
  return [approvable(reset(deps))];
}

function reset(deps: ResetDeps): ApprovalAction<Asked> {
  return {
    kind: 'ussd-pin',
    schema: input,
    roles: administratorRoles.helping,
    needsTwo: async () => true,
    execute: async (tx, { input: { userId }, reason, auditor }) => {
      const user = await requirePin(tx, userId);
      await deletePin(tx, userId);
      await notify(tx, deps, {
        template: 'ussd-pin-reset',
        data: { link: await openNotMeLink(tx, deps, { userId, about: 'pin' }) },
        ...everyContactOf(user),
      });
      await recordAudit(tx, auditor, {
        action: 'user.ussd-pin-reset',
        subjectKind: 'user',
        subjectId: userId,
        reason,
      });
      return undefined;
    },
  };
}

async function requirePin(tx: Transaction, userId: string): Promise<UserRecord> {
  const user = await lockUserRecord(tx, userId);
  if (!user || !(await readPinState(tx, userId))) throw new Refusal('not_found');
  return user;
}
