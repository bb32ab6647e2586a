const USED_KEY = 'zawadi.passkey';

/** Old browsers, and pages without a secure address, have no passkeys. */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** True where a passkey was made or used before: there the browser may offer one in the first field at once. */
export function hasUsedPasskey(): boolean {
  try {
    return localStorage.getItem(USED_KEY) !== null;
  } catch {
    // Storage may be switched off.
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

/** This page as it is called where passkeys work; undefined when that is here. */
export function wherePasskeysWork(origin: string): string | undefined {
  const { location } = window;
  if (origin === '' || origin === location.origin) return undefined;
  return origin + location.pathname + location.search;
}
