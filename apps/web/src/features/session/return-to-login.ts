import { areas } from './areas.ts';

const LOGINS = [areas.ROLE_USER.login, areas.ROLE_MERCHANT.login, areas.ROLE_ADMIN.login] as const;
type Login = (typeof LOGINS)[number];

/** A password reset returns to the login it came from; anything else in the address means the consumer's. */
export function returnSearch(search: Record<string, unknown>): { login?: Login } {
  const login = LOGINS.find((known) => known === search.login);
  return login === undefined || login === '/login' ? {} : { login };
}

export function resetSearch(search: Record<string, unknown>): { email: string; login?: Login } {
  return { ...returnSearch(search), email: typeof search.email === 'string' ? search.email : '' };
}
