import { open, prepareSeal, seal } from './sealed-storage.ts';

const DEVICE_KEY = 'zawadi.device';

/** Reads the token that this browser received at a sign-in. It grants no access, and survives the sign-out. */
export function readDeviceToken(): string | undefined {
  return open(DEVICE_KEY);
}

export async function keepDeviceToken({ deviceToken }: { deviceToken: string }): Promise<void> {
  await prepareSeal();
  seal(DEVICE_KEY, deviceToken);
}
