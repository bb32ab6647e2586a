const USED_KEY = 'zawadi.passkey';

/** Returns whether this page can use passkeys: old browsers and insecure pages cannot. */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Returns whether this browser has created or used a passkey; if so, it may offer one in the first field at once. */
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
    // Without storage, the passkey button still works.
  }
}

/** Returns this page's URL on the origin where passkeys work; undefined if they work here. */
export function addressWithPasskeys(origin: string): string | undefined {
  const { location } = window;
  if (origin === '' || origin === location.origin) return undefined;
  return origin + location.pathname + location.search;
}
