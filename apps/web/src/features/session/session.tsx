import type { Administrator } from '@zawadi/contract/administrators';
import type { RoleName, TokenPair, User } from '@zawadi/contract/users';
import type { MerchantAtWork } from '@zawadi/contract/merchants';
import type { MemberRole } from '@zawadi/contract/roles';
import { useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import { readTokens } from '../../api/token-store.ts';
import { forgetPush } from '../messages/push-owner.ts';
import { sessionStore } from './session-store.ts';
import { isManagerOfOnePlace, type SessionState } from './session-state.ts';

export type Session = {
  status: SessionState['status'];
  role: RoleName | undefined;
  /** The signed-in consumer. */
  user: User | undefined;
  /** The signed-in merchant. */
  merchant: MerchantAtWork | undefined;
  /** Role of the signed-in person at that merchant. */
  staffRole: MemberRole | undefined;
  /** The signed-in administrator. */
  administrator: Administrator | undefined;
  signIn: (tokens: TokenPair) => Promise<void>;
  signOut: () => Promise<void>;
  /** Loads the session again, after the person's data changed. */
  reload: () => Promise<void>;
};

/**
 * Returns the session. The route guards react to every change, so a screen does not navigate after `signIn` or
 * `signOut`.
 */
export function useSession(): Session {
  const state = useSyncExternalStore(sessionStore.watch, sessionStore.read, sessionStore.read);
  const signedIn = state.status === 'signed-in' ? state : undefined;
  return {
    status: state.status,
    role: signedIn?.role,
    user: signedIn?.user,
    merchant: signedIn?.merchant,
    staffRole: signedIn?.staffRole,
    administrator: signedIn?.administrator,
    signIn,
    signOut,
    reload,
  };
}

/** Returns the signed-in consumer. For screens inside the consumers' shell, which renders only with a consumer. */
export function useUser(): User {
  const { user } = useSession();
  if (user === undefined) throw new Error('this screen needs a signed-in consumer');
  return user;
}

/**
 * Returns the signed-in merchant and the user's role, and whether a manager's role covers one place only. For screens
 * inside the merchant's shell.
 */
export function useMerchant(): MerchantAtWork & { staffRole: MemberRole; isOfOnePlace: boolean } {
  const { merchant, staffRole } = useSession();
  if (merchant === undefined || staffRole === undefined) throw new Error('this screen needs a merchant');
  return { ...merchant, staffRole, isOfOnePlace: isManagerOfOnePlace({ merchant, staffRole }) };
}

/** Returns the signed-in administrator. For screens inside the administrators' shell. */
export function useAdministrator(): Administrator {
  const { administrator } = useSession();
  if (administrator === undefined) throw new Error('this screen needs an administrator');
  return administrator;
}

async function signIn(tokens: TokenPair): Promise<void> {
  await sessionStore.signIn(tokens);
}

async function signOut(): Promise<void> {
  const tokens = readTokens();
  sessionStore.forget();
  void forgetPush().catch(() => undefined);
  // This device is signed out even if this call fails; then the tokens stay valid until they expire.
  if (tokens !== undefined) await endFamily(tokens).catch(() => undefined);
}

async function endFamily(tokens: TokenPair): Promise<void> {
  const { logout } = await import('@zawadi/contract/sessions');
  await call(logout, { body: { refreshToken: tokens.refreshToken } });
}

async function reload(): Promise<void> {
  await sessionStore.load();
}
