import type { Device } from '@zawadi/contract/account-security';
import { say } from '../../i18n/say.ts';

/** Names a device, for example `Chrome on Android`; leaves out an unknown browser or system. */
export function deviceName({ browser, system }: Pick<Device, 'browser' | 'system'>): string {
  if (browser !== '' && system !== '') return say('{browser} on {system}', { browser, system });
  return browser || system || say('Unknown device');
}
