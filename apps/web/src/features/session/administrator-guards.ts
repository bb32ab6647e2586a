import { redirect } from '@tanstack/react-router';
import { destinationOf } from './areas.ts';
import { sessionStore } from './session-store.ts';

const FIRST_STEPS = '/admin/first-steps';

/** Redirects an administrator with pending first steps to them; the server refuses everything else before. */
export async function requireFirstStepsDone({ location }: { location: { href: string } }): Promise<void> {
  if (await isReady()) return;
  redirect({ to: FIRST_STEPS, search: { from: location.href }, replace: true, throw: true });
}

/** Redirects an administrator without pending first steps away from their page. */
export async function requireFirstStepsOpen({ search }: { search: { from?: string } }): Promise<void> {
  if (!(await isReady())) return;
  redirect({ href: destinationOf('ROLE_ADMIN', search.from), replace: true, throw: true });
}

async function isReady(): Promise<boolean> {
  const session = await sessionStore.settled();
  if (session.status !== 'signed-in' || session.administrator === undefined) return true;
  const { mustChangePassword, mustEnrolTwoFactor, mustAddPasskey } = session.administrator;
  return !mustChangePassword && !mustEnrolTwoFactor && !mustAddPasskey;
}
