/**
 * What this browser can do about notifications. `needs-install`: iPhones and iPads show them for apps on the Home
 * Screen only. `blocked`: the person or the device has said no, and only the browser's settings can change that.
 */
export type PushSupport = 'ready' | 'blocked' | 'needs-install' | 'unsupported';

type Surroundings = {
  hasPush: boolean;
  permission: NotificationPermission | undefined;
  userAgent: string;
  /** An iPad says that it is a Mac, but no Mac has a touch screen. */
  touchPoints: number;
  isInstalled: boolean;
};

export function pushSupport(): PushSupport {
  return pushSupportOf({
    hasPush: 'serviceWorker' in navigator && 'PushManager' in globalThis,
    permission: 'Notification' in globalThis ? Notification.permission : undefined,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    isInstalled: matchMedia('(display-mode: standalone)').matches,
  });
}

export function pushSupportOf(here: Surroundings): PushSupport {
  const isApple = /iPhone|iPad/u.test(here.userAgent);
  const isIpad = /Macintosh/u.test(here.userAgent) && here.touchPoints > 1;
  if (!here.hasPush || here.permission === undefined) {
    return (isApple || isIpad) && !here.isInstalled ? 'needs-install' : 'unsupported';
  }
  return here.permission === 'denied' ? 'blocked' : 'ready';
}
