import { redirect } from '@tanstack/react-router';
import type { RoleName } from '@zawadi/contract/users';
import { areas, destinationOf, loginOf } from './areas.ts';
import { sessionStore } from './session-store.ts';

type Visit = { location: { href: string; pathname: string } };

/**
 * Makes a guard that admits one role. It redirects other users to the area's sign-in page, with the requested page in
 * the URL.
 */
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

/** Makes a guard that redirects a user who is already signed in with this role. */
export function redirectIfSignedInAs(role: RoleName) {
  return async ({ search }: { search: { from?: string } }): Promise<void> => {
    const session = await sessionStore.settled();
    if (session.status !== 'signed-in' || session.role !== role) return;
    redirect({ href: destinationOf(role, search.from), replace: true, throw: true });
  };
}

/** Redirects a signed-in user to their dashboard, and others to the consumers' sign-in page. */
export async function redirectToOwnHome(): Promise<void> {
  const session = await sessionStore.settled();
  const href = session.status === 'signed-in' ? areas[session.role].home : areas.ROLE_USER.login;
  redirect({ href, replace: true, throw: true });
}

export type LoginSearch = {
  /** Page to open after signing in. */
  from?: string;
  /** Set after a sign-up: the sign-in page repeats the message of the sign-up dialog. */
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

/** Thrown if the server cannot confirm the stored session; the page offers to try again. */
export class ServerUnreachable extends Error {
  constructor() {
    super('We could not reach the server');
    this.name = 'ServerUnreachable';
  }
}
