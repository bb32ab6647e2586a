import { isAppleMobile, isInstalled } from '../shell/surroundings.ts';

/**
 * Support for notifications in this browser. `needs-install`: iPhones and iPads notify only apps on the Home Screen.
 * `blocked`: the person or the device refused, and only the browser's settings can change that.
 */
export type PushSupport = 'ready' | 'blocked' | 'needs-install' | 'unsupported';

type Surroundings = {
  hasPush: boolean;
  permission: NotificationPermission | undefined;
  userAgent: string;
  maxTouchPoints: number;
  isInstalled: boolean;
};

export function pushSupport(): PushSupport {
  return pushSupportOf({
    hasPush: 'serviceWorker' in navigator && 'PushManager' in globalThis,
    permission: 'Notification' in globalThis ? Notification.permission : undefined,
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    isInstalled: isInstalled(),
  });
}

export function pushSupportOf(here: Surroundings): PushSupport {
  if (!here.hasPush || here.permission === undefined) {
    return isAppleMobile(here) && !here.isInstalled ? 'needs-install' : 'unsupported';
  }
  return here.permission === 'denied' ? 'blocked' : 'ready';
}
