const USED_KEY = 'zawadi.passkey';

/** Returns whether passkeys work: not in old browsers, nor on insecure pages. */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/**
 * Returns whether a passkey was made or used here before; then the browser may offer one in the first field at once.
 */
export function hasUsedPasskey(): boolean {
  try {
    return localStorage.getItem(USED_KEY) !== null;
  } catch {
    // Storage may be disabled.
    return false;
  }
}

export function noteUsedPasskey(): void {
  try {
    localStorage.setItem(USED_KEY, 'yes');
  } catch {
    // Without storage the button still works.
  }
}

/** Returns this page's address where passkeys work; undefined if they work here. */
export function addressWithPasskeys(origin: string): string | undefined {
  const { location } = window;
  if (origin === '' || origin === location.origin) return undefined;
  return origin + location.pathname + location.search;
}
