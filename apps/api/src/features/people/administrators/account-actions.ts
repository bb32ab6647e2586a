import {
  email,
  fullName,
  administratorRole,
  administratorRoles,
  uuid,
  type AdministratorRole,
} from '@zawadi/contract';
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

type AccountDeps = Pick<Deps, 'db' | 'keys' | 'config'>;

const added = z.object({ name: fullName, email, staffRole: administratorRole });
const raised = z.object({ administratorId: uuid, staffRole: administratorRole });

/** Returns the actions of this feature that approvals execute. */
export function actions(deps: AccountDeps): Approvable[] {
  return [
    approvable(addAction(deps), addQuestion),
    approvable(roleAction(deps)),
    approvable(disableAction(deps)),
    approvable(factorAction(deps)),
  ];
}

/** The form asks whether the role needs approval before the name is typed. */
const addQuestion: Question<{ staffRole: AdministratorRole }> = {
  schema: z.object({ staffRole: administratorRole }),
  needsTwo: async (_, { staffRole: role }) => roleNeedsSecondPerson(role),
};

/** Adds an administrator and mails a temporary password. The approval action's id becomes the account's id. */
export function addAction(deps: AccountDeps): ApprovalAction<z.infer<typeof added>> {
  return {
    kind: 'administrator-add',
    schema: added,
    needsTwo: async (_, { staffRole: role }) => roleNeedsSecondPerson(role),
    roles: administratorRoles.administrator,
    execute: async (tx, { id: administratorId, input, reason, makerId, auditor }) => {
      const { password, passwordHash } = await newTemporaryPassword();
      const link = `${deps.config.publicUrl}/admin/login`;
      const data = { email: input.email, password, link };
      await notify(tx, deps, { template: 'administrator-welcome', data, email: input.email });
      const made = { id: administratorId, ...input, passwordHash, mustChangePassword: true };
      const isNew = await insertAdministrator(tx, made, { admittedBy: makerId, auditor, reason });
      if (!isNew) throw new Refusal('administrator_known');
      return undefined;
    },
  };
}

/**
 * Changes an administrator's role and mails the administrator. More rights over money, and the last checker's role,
 * need two administrators.
 */
export function roleAction(deps: Pick<Deps, 'db' | 'keys'>): ApprovalAction<z.infer<typeof raised>> {
  return {
    kind: 'administrator-role',
    schema: raised,
    roles: administratorRoles.administrator,
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
      await notifyChanged(tx, deps, before.email, { becomes: role, reason });
      const change = { administratorId, changerId: makerId, changes: { staffRole: role }, auditor, reason };
      await updateAccount(tx, change).catch((error: unknown) => {
        // The requester was disabled, or got another role, while this transaction ran.
        const isGone = error instanceof Refusal && error.code === 'forbidden';
        throw isGone ? new Refusal('requester_ineligible') : error;
      });
      return async () => forgetLiveSessions(deps.db);
    },
  };
}

const one = z.object({ administratorId: uuid });

/** Disables an administrator's account, ends every session and mails the administrator. */
export function disableAction(deps: Pick<Deps, 'db' | 'keys'>): ApprovalAction<z.infer<typeof one>> {
  return {
    kind: 'administrator-disable',
    schema: one,
    roles: administratorRoles.administrator,
    needsTwo: (tx, { administratorId }, makerId) => isLastCheckerNow(tx, { administratorId, makerId }),
    execute: async (tx, { input: { administratorId }, reason, makerId, auditor }) => {
      const account = await lockAccount(tx, administratorId);
      if (!account) throw new Refusal('not_found');
      await notifyChanged(tx, deps, account.email, { becomes: 'disabled', reason });
      const changes = { status: 'DISABLED' } as const;
      await updateAccount(tx, { administratorId, changerId: makerId, changes, auditor, reason });
      return async () => forgetLiveSessions(deps.db);
    },
  };
}

/** Removes an administrator's second factor and passkeys, which may be on a lost phone, and ends every session. */
export function factorAction(deps: Pick<Deps, 'db' | 'keys'>): ApprovalAction<z.infer<typeof one>> {
  return {
    kind: 'administrator-factor',
    schema: one,
    roles: administratorRoles.administrator,
    needsTwo: (tx, { administratorId }, makerId) => isLastCheckerNow(tx, { administratorId, makerId }),
    execute: async (tx, { input: { administratorId }, reason, auditor }) => {
      const account = await lockAccount(tx, administratorId);
      if (!account) throw new Refusal('not_found');
      const { email: to, twoFactorEnabled, passkeys } = account;
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

/** Mails an administrator who has another role, or whose account is disabled. */
export function notifyChanged(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  to: string,
  data: { becomes: AdministratorRole | 'disabled'; reason: string },
): Promise<void> {
  return notify(tx, deps, { template: 'administrator-changed', data, email: to });
}

async function isLastCheckerNow(
  tx: Transaction,
  pair: { administratorId: string; makerId: string },
): Promise<boolean> {
  if (!(await lockAccount(tx, pair.administratorId))) throw new Refusal('not_found');
  return isLastChecker(tx, pair);
}

/** Roles from the fewest rights to the most. */
const RANKS: readonly AdministratorRole[] = ['read-only', 'support', 'finance', 'administrator'];
const MONEY: readonly AdministratorRole[] = administratorRoles.money;

/**
 * Returns whether a second administrator must approve the role. True if it moves money and has more rights
 * than the current role.
 */
export function roleNeedsSecondPerson(role: AdministratorRole, before?: AdministratorRole): boolean {
  return MONEY.includes(role) && (before === undefined || RANKS.indexOf(role) > RANKS.indexOf(before));
}
