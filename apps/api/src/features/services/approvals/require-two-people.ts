import { administratorRoles, type AdministratorRole } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findRelated, lockApprovers } from './approvers-store.ts';

/**
 * Requires, until the end of the transaction, that requester and approver are two administrators, and that the approver
 * may decide now and the requester may request. An administrator does not count if disabled, or if the role has changed since the request or since the session
 * began.
 * @param pair.roles roles that may decide; by default all roles that move money
 * @param pair.askedBy further roles that may request
 * @throws Refusal `second_person_needed`, `requester_ineligible`, `forbidden`
 */
export async function requireTwoPeople(
  tx: Transaction,
  pair: {
    requesterId: string;
    deciderId: string;
    roles?: readonly AdministratorRole[] | undefined;
    askedBy?: readonly AdministratorRole[] | undefined;
  },
): Promise<void> {
  const { requesterId, deciderId, roles = administratorRoles.money, askedBy = [] } = pair;
  if (requesterId === deciderId) throw new Refusal('second_person_needed');
  const approvers = await lockApprovers(tx, [requesterId, deciderId]);
  if (!mayDecide(approvers, deciderId, roles)) throw forbidden(roles);
  if (!mayDecide(approvers, requesterId, [...roles, ...askedBy])) throw new Refusal('requester_ineligible');
  // Otherwise one person could add a second administrator with an email address of their own, and approve as that
  // administrator on any later day.
  if ((await findRelated(tx, requesterId)).has(deciderId)) {
    const sentence =
      'One of you added the other, directly or through others, so you do not count as two. Another administrator must confirm this. If there is none, create one on the server: npm run admin:create.';
    throw new Refusal('second_person_needed', {}, sentence);
  }
}

/**
 * Requires, until the end of the transaction, that this administrator may be the first to approve a request.
 * @throws Refusal `forbidden`
 */
export async function requireApprover(
  tx: Transaction,
  {
    deciderId,
    roles = administratorRoles.money,
  }: { deciderId: string; roles?: readonly AdministratorRole[] | undefined },
): Promise<void> {
  if (!mayDecide(await lockApprovers(tx, [deciderId]), deciderId, roles)) throw forbidden(roles);
}

function mayDecide(
  approvers: Awaited<ReturnType<typeof lockApprovers>>,
  id: string,
  roles: readonly AdministratorRole[],
): boolean {
  const found = approvers.find((one) => one.id === id);
  return found?.status === 'ACTIVE' && roles.includes(found.staffRole);
}

function forbidden(roles: readonly AdministratorRole[]): Refusal {
  const isForFewer = !roles.includes('finance');
  return new Refusal('forbidden', {}, isForFewer ? 'Only an administrator can decide this.' : undefined);
}
