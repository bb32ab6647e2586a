import { email, fullName, staff, staffRole, uuid, type StaffRole } from '@zawadi/contract';
import { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import { securityEvent } from '../../../http/security-events.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  approvable,
  type Approvable,
  type ApprovalAction,
  type Question,
} from '../../services/approvals/index.ts';
import { notify } from '../../services/messages/index.ts';
import { forgetLiveSessions } from '../sessions/index.ts';
import { lockAccount, takeSecondFactorFrom, updateAccount } from './account-store.ts';
import { isLastChecker } from './last-checker.ts';
import { insertAdministrator } from './store.ts';
import { newTemporaryPassword } from './temporary-password.ts';

type StaffDeps = Pick<Deps, 'db' | 'keys' | 'config'>;

const added = z.object({ name: fullName, email, staffRole });
const raised = z.object({ administratorId: uuid, staffRole });

/** Actions of this feature that approvals execute. */
export function actions(deps: StaffDeps): Approvable[] {
  return [
    approvable(addAction(deps), addQuestion),
    approvable(roleAction(deps)),
    approvable(disableAction(deps)),
    approvable(factorAction(deps)),
  ];
}

/** Its dialog asks before the colleague has a name. */
const addQuestion: Question<{ staffRole: StaffRole }> = {
  schema: z.object({ staffRole }),
  needsTwo: async (_, { staffRole: role }) => roleNeedsSecondPerson(role),
};

/** Lets a colleague in with a temporary password, which is mailed. The id of the action is that of the account. */
export function addAction(deps: StaffDeps): ApprovalAction<z.infer<typeof added>> {
  return {
    kind: 'staff-add',
    schema: added,
    needsTwo: async (_, { staffRole: role }) => roleNeedsSecondPerson(role),
    roles: staff.administrator,
    execute: async (tx, { id: administratorId, input, reason, makerId, auditor }) => {
      const { password, passwordHash } = await newTemporaryPassword();
      const link = `${deps.config.publicUrl}/admin/login`;
      const data = { email: input.email, password, link };
      await notify(tx, deps, { template: 'operator-welcome', data, email: input.email });
      const made = { id: administratorId, ...input, passwordHash, mustChangePassword: true };
      const isNew = await insertAdministrator(tx, made, { admittedBy: makerId, auditor, reason });
      if (!isNew) throw new Refusal('administrator_known');
      return undefined;
    },
  };
}

/** Gives a colleague another role; two people decide about more rights, and about the last checker's. */
export function roleAction({ db }: Pick<Deps, 'db'>): ApprovalAction<z.infer<typeof raised>> {
  return {
    kind: 'staff-role',
    schema: raised,
    roles: staff.administrator,
    needsTwo: async (tx, { administratorId, staffRole: role }, makerId) => {
      const before = await lockAccount(tx, administratorId);
      if (roleNeedsSecondPerson(role, before?.staffRole)) return true;
      return role !== before?.staffRole && (await isLastChecker(tx, { administratorId, makerId }));
    },
    preview: async (tx, { administratorId, staffRole: role }) => {
      const before = await lockAccount(tx, administratorId);
      if (!before) throw new Refusal('not_found');
      return { amountCents: 0n, way: `from ${before.staffRole} to ${role}` };
    },
    execute: async (tx, { input: { administratorId, staffRole: role }, reason, makerId, auditor }) => {
      const before = await lockAccount(tx, administratorId);
      if (!before) throw new Refusal('not_found');
      if (before.staffRole === role) return undefined;
      const change = { administratorId, changerId: makerId, changes: { staffRole: role }, auditor, reason };
      await updateAccount(tx, change).catch((error: unknown) => {
        // The asker was disabled, or got another role, a moment ago.
        const isGone = error instanceof Refusal && error.code === 'forbidden';
        throw isGone ? new Refusal('asker_gone') : error;
      });
      return async () => forgetLiveSessions(db);
    },
  };
}

const one = z.object({ administratorId: uuid });

/** Disables the account of a colleague and ends every session. */
export function disableAction({ db }: Pick<Deps, 'db'>): ApprovalAction<z.infer<typeof one>> {
  return {
    kind: 'staff-disable',
    schema: one,
    roles: staff.administrator,
    needsTwo: (tx, { administratorId }, makerId) => isLastCheckerNow(tx, { administratorId, makerId }),
    execute: async (tx, { input: { administratorId }, reason, makerId, auditor }) => {
      const changes = { status: 'DISABLED' } as const;
      await updateAccount(tx, { administratorId, changerId: makerId, changes, auditor, reason });
      return async () => forgetLiveSessions(db);
    },
  };
}

/** Removes second factor and passkeys of a colleague, which may be on a lost phone, and ends every session. */
export function factorAction(deps: Pick<Deps, 'db' | 'keys'>): ApprovalAction<z.infer<typeof one>> {
  return {
    kind: 'staff-factor',
    schema: one,
    roles: staff.administrator,
    needsTwo: (tx, { administratorId }, makerId) => isLastCheckerNow(tx, { administratorId, makerId }),
    execute: async (tx, { input: { administratorId }, reason, auditor }) => {
      const member = await lockAccount(tx, administratorId);
      if (!member) throw new Refusal('not_found');
      const { email: to, twoFactorEnabled, passkeys } = member;
      if (!twoFactorEnabled && passkeys.length === 0) throw new Refusal('two_factor_off');
      if (twoFactorEnabled) await notify(tx, deps, { template: 'two-factor-off', data: {}, email: to });
      for (const label of passkeys) {
        await notify(tx, deps, { template: 'passkey-removed', data: { label }, email: to });
      }
      await takeSecondFactorFrom(tx, { administratorId, auditor, reason });
      return async () => {
        securityEvent('second-factor.reset', { audience: 'admin', account: administratorId });
        forgetLiveSessions(deps.db);
      };
    },
  };
}

async function isLastCheckerNow(
  tx: Transaction,
  pair: { administratorId: string; makerId: string },
): Promise<boolean> {
  if (!(await lockAccount(tx, pair.administratorId))) throw new Refusal('not_found');
  return isLastChecker(tx, pair);
}

/** From the least to the most. */
const RANKS: readonly StaffRole[] = ['read-only', 'support', 'finance', 'administrator'];
const MONEY: readonly StaffRole[] = staff.money;

/** Whether giving this role needs a second administrator: one that decides about money, and more than the present one. */
export function roleNeedsSecondPerson(role: StaffRole, before?: StaffRole): boolean {
  return MONEY.includes(role) && (before === undefined || RANKS.indexOf(role) > RANKS.indexOf(before));
}
