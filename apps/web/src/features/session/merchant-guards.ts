import { redirect } from '@tanstack/react-router';
import { destinationOf } from './areas.ts';
import { isManagerOfOnePlace } from './session-state.ts';
import { sessionStore } from './session-store.ts';

type Visit = { location: { href: string } };

const FIRST_PASSWORD = '/merchant/first-password';

/** Redirects staff with a temporary password from any page to the page that changes it. */
export async function requireOwnPassword({ location }: Visit): Promise<void> {
  if (!(await mustChangePassword())) return;
  redirect({ to: FIRST_PASSWORD, search: { from: location.href }, replace: true, throw: true });
}

/** Redirects staff without a temporary password away from that page. */
export async function requireTemporaryPassword({ search }: { search: { from?: string } }): Promise<void> {
  if (await mustChangePassword()) return;
  redirect({ href: destinationOf('ROLE_MERCHANT', search.from), replace: true, throw: true });
}

/** Redirects a cashier to the till, since the server refuses a cashier the API calls of other pages. */
export async function requireOwnerOrManager(): Promise<void> {
  const session = await sessionStore.settled();
  if (session.status !== 'signed-in' || session.staffRole !== 'cashier') return;
  redirect({ to: '/merchant/dashboard/redeem', replace: true, throw: true });
}

/** Redirects cashiers and managers of one place, since the server refuses them the API calls about the whole merchant. */
export async function requireWholeShop(): Promise<void> {
  await requireOwnerOrManager();
  const session = await sessionStore.settled();
  if (session.status !== 'signed-in' || !isManagerOfOnePlace(session)) return;
  redirect({ to: '/merchant/dashboard', replace: true, throw: true });
}

async function mustChangePassword(): Promise<boolean> {
  const session = await sessionStore.settled();
  return session.status === 'signed-in' && session.merchant?.mustChangePassword === true;
}
