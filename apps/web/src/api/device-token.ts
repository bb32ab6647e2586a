import { open, prepareSeal, seal } from './sealed-storage.ts';

const DEVICE_KEY = 'zawadi.device';

/** What this browser was given at a sign-in. It opens nothing, and stays when they sign out. */
export function readDeviceToken(): string | undefined {
  return open(DEVICE_KEY);
}

export async function keepDeviceToken({ deviceToken }: { deviceToken: string }): Promise<void> {
  await prepareSeal();
  seal(DEVICE_KEY, deviceToken);
}
