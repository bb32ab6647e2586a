const KEY = 'zawadi.push';

/** Returns the user who enabled notifications in this browser. Another user of the browser must not receive them. */
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
    // Without storage, the owner is unknown after a reload, and the person has to enable notifications again.
  }
}

/** At sign-out, unsubscribes this browser and removes visible notifications. */
export async function forgetPush(): Promise<void> {
  writePushOwner(undefined);
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
