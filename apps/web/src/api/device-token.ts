import { open, prepareSeal, seal } from './sealed-storage.ts';

const DEVICE_KEY = 'zawadi.device';

/** Reads the token that identifies this browser since a sign-in. It grants no access and is kept after a sign-out. */
export function readDeviceToken(): string | undefined {
  return open(DEVICE_KEY);
}

export async function keepDeviceToken({ deviceToken }: { deviceToken: string }): Promise<void> {
  await prepareSeal();
  seal(DEVICE_KEY, deviceToken);
}
