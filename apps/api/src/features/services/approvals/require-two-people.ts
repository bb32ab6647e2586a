import { administratorRoles, type AdministratorRole } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findRelated, lockDeciders } from './deciders-store.ts';

/**
 * Makes sure, until the end of the transaction, that maker and checker are two administrators, and
 * that both may decide about it now: one who was disabled, or has another role, since the request was made or the
 * session last looked at, does not count.
 * @param pair.roles who decides about it, all who move money unless told otherwise
 * @throws Refusal `second_person_needed`, `asker_gone`, `forbidden`
 */
export async function requireTwoPeople(
  tx: Transaction,
  pair: { askerId: string; deciderId: string; roles?: readonly AdministratorRole[] | undefined },
): Promise<void> {
  const { askerId, deciderId, roles = administratorRoles.money } = pair;
  if (askerId === deciderId) throw new Refusal('second_person_needed');
  const deciders = await lockDeciders(tx, [askerId, deciderId]);
  if (!mayDecide(deciders, deciderId, roles)) throw forbidden(roles);
  if (!mayDecide(deciders, askerId, roles)) throw new Refusal('asker_gone');
  // An administrator who adds an administrator with an address of their own would be both, that day and any later one.
  if ((await findRelated(tx, askerId)).has(deciderId)) {
    const sentence =
      'One of you has let the other one in, directly or through others, so you do not count as two. Another administrator has to confirm this; if there is none, one is made on the server: npm run admin:create.';
    throw new Refusal('second_person_needed', {}, sentence);
  }
}

/**
 * Makes sure, until the end of the transaction, that this administrator may be the first to approve something.
 * @throws Refusal `forbidden`
 */
export async function requireDecider(
  tx: Transaction,
  {
    deciderId,
    roles = administratorRoles.money,
  }: { deciderId: string; roles?: readonly AdministratorRole[] | undefined },
): Promise<void> {
  if (!mayDecide(await lockDeciders(tx, [deciderId]), deciderId, roles)) throw forbidden(roles);
}

function mayDecide(
  deciders: Awaited<ReturnType<typeof lockDeciders>>,
  id: string,
  roles: readonly AdministratorRole[],
): boolean {
  const found = deciders.find((one) => one.id === id);
  return found?.status === 'ACTIVE' && roles.includes(found.staffRole);
}

function forbidden(roles: readonly AdministratorRole[]): Refusal {
  const isForFewer = !roles.includes('finance');
  return new Refusal('forbidden', {}, isForFewer ? 'Only an administrator decides about this.' : undefined);
}
