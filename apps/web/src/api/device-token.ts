import { open, seal } from './sealed-storage.ts';

const DEVICE_KEY = 'zawadi.device';

/** What this browser was given at a sign-in. It opens nothing, and stays when they sign out. */
export function readDeviceToken(): string | undefined {
  return open(DEVICE_KEY);
}

export function keepDeviceToken({ deviceToken }: { deviceToken: string }): void {
  seal(DEVICE_KEY, deviceToken);
}
