import { redirect } from '@tanstack/react-router';
import type { RoleName } from '@zawadi/contract/users';
import { areas, destinationOf, loginOf } from './areas.ts';
import { sessionStore } from './session-store.ts';

type Visit = { location: { href: string; pathname: string } };

/** Admits one role; redirects other users to the area's sign-in, which remembers the page. */
export function requireRole(role: RoleName) {
  return async ({ location }: Visit): Promise<void> => {
    const session = await sessionStore.settled();
    if (session.status === 'unreachable') throw new ServerUnreachable();
    if (session.status === 'signed-in' && session.role === role) return;
    if (session.status === 'signed-out' && session.hasLeft !== undefined) {
      redirect({ to: areas[session.hasLeft].afterLogout, replace: true, throw: true });
    }
    redirect({ to: loginOf(location.pathname), search: { from: location.href }, replace: true, throw: true });
  };
}

/** Redirects a user who is already signed in with this role. */
export function redirectIfSignedInAs(role: RoleName) {
  return async ({ search }: { search: { from?: string } }): Promise<void> => {
    const session = await sessionStore.settled();
    if (session.status !== 'signed-in' || session.role !== role) return;
    redirect({ href: destinationOf(role, search.from), replace: true, throw: true });
  };
}

/** Redirects to the signed-in user's dashboard, otherwise to the consumer's sign-in. */
export async function redirectToOwnHome(): Promise<void> {
  const session = await sessionStore.settled();
  const href = session.status === 'signed-in' ? areas[session.role].home : areas.ROLE_USER.login;
  redirect({ href, replace: true, throw: true });
}

export type LoginSearch = {
  /** Destination after signing in. */
  from?: string;
  /** Set after a sign-up: repeats the sign-up dialog's message. */
  notice?: 'verify-email';
};

export function fromSearch(search: Record<string, unknown>): Pick<LoginSearch, 'from'> {
  return typeof search.from === 'string' ? { from: search.from } : {};
}

export function loginSearch(search: Record<string, unknown>): LoginSearch {
  return {
    ...fromSearch(search),
    ...(search.notice === 'verify-email' ? { notice: search.notice } : {}),
  };
}

/** The server could not say whether the stored session is still valid; the page offers to try again. */
export class ServerUnreachable extends Error {
  constructor() {
    super('We could not reach the server');
    this.name = 'ServerUnreachable';
  }
}
