import { lookupHash, type Keys } from '../platform/crypto/keys.ts';
import { currentCaller } from '../platform/caller.ts';

/** Names of security events with their levels. docs/security-events.md explains each event and the action to take. */
export const SECURITY_EVENTS = {
  'sign-in.ok': 'info',
  'sign-in.failed': 'warn',
  'sign-in.refused': 'warn',
  'locked-out': 'warn',
  'code.wrong': 'warn',
  'password.wrong': 'warn',
  'password.changed': 'info',
  'password.reset': 'warn',
  'password.given': 'warn',
  'second-factor.on': 'info',
  'second-factor.off': 'warn',
  'second-factor.reset': 'warn',
  'recovery-codes.renewed': 'info',
  'recovery-code.used': 'warn',
  'passkey.added': 'info',
  'passkey.removed': 'warn',
  'passkey.counter-back': 'warn',
  'contact.change-asked': 'info',
  'contact.changed': 'info',
  'contact.taken-back': 'warn',
  'contact.lost': 'warn',
  'session.stepped-up': 'info',
  'wallet.frozen': 'warn',
  'wallet.opening-asked': 'info',
  'ussd-pin.allowed': 'warn',
  'ussd-pin.removed': 'warn',
  'wallet.opened': 'warn',
  'session.token-reused': 'warn',
  'session.key-missing': 'warn',
  'session.signed-out': 'info',
  'role.refused': 'warn',
  'api-key.refused': 'warn',
  'messages.stopped': 'warn',
  'block-list.refused': 'warn',
} as const satisfies Record<string, 'info' | 'warn'>;

export type SecurityEvent = keyof typeof SECURITY_EVENTS;

/** Fields of an event. They never contain a secret, or a person's email address or phone number. */
export type EventFields = {
  audience?: string;
  /** Id of the account. */
  account?: string | undefined;
  /** Hash of the typed name, if no account has that name. */
  accountHash?: string;
  /** Kind of code, or the way to sign in, that was tried. */
  what?: string;
  reason?: string;
  /** Id of an entry of the block list. */
  entry?: string;
};

/**
 * Events that any caller can cause with every request. One line is written at once, and one for the rest of the
 * minute.
 */
const SUMMED: ReadonlySet<SecurityEvent> = new Set([
  'locked-out',
  'session.key-missing',
  'role.refused',
  'api-key.refused',
  'messages.stopped',
  'block-list.refused',
]);
const WINDOW_MS = 60_000;
const SUMS_REMEMBERED = 10_000;

const sums = new Map<string, { count: number }>();

/**
 * Writes one log line with the IP address and id of the current request. Commands on the server write to the audit
 * log instead.
 */
export function securityEvent(event: SecurityEvent, fields: EventFields): void {
  const { log, address, requestId: reqId } = currentCaller();
  const write = (more?: { count: number }) =>
    log?.[SECURITY_EVENTS[event]]({ event, reqId, address, ...fields, ...more }, 'security event');
  if (SUMMED.has(event)) addUp(JSON.stringify([event, fields]), write);
  else write();
}

/** Returns the name in the log for an account that does not exist, or whose id is unknown. */
export function accountHash(keys: Keys, ...words: string[]): string {
  return lookupHash(keys, JSON.stringify(['security-event', ...words]))
    .toString('base64url')
    .slice(0, 22);
}

function addUp(key: string, write: (more?: { count: number }) => void): void {
  const known = sums.get(key);
  if (known) {
    known.count += 1;
    return;
  }
  if (sums.size >= SUMS_REMEMBERED) return;
  const sum = { count: 0 };
  sums.set(key, sum);
  write();
  setTimeout(() => {
    sums.delete(key);
    if (sum.count > 0) write(sum);
  }, WINDOW_MS).unref();
}
