const KEY = 'zawadi.push';

/** Returns the user who enabled notifications in this browser, so that the next user does not inherit them. */
export function readPushOwner(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writePushOwner(userId: string | undefined): void {
  try {
    if (userId === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, userId);
  } catch {
    // Without storage the browser forgets its subscription's owner with the page, and asks again.
  }
}

/** Removes this browser's notifications at sign-out: future and visible ones. */
export async function forgetPush(): Promise<void> {
  writePushOwner(undefined);
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
