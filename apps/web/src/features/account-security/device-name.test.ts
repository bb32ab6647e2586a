import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

test.each([
  ['Chrome', 'Android', 'Chrome on Android'],
  ['Chrome', '', 'Chrome'],
  ['', 'Android', 'Android'],
  ['', '', 'Unknown device'],
])('names a device with browser “%s” and system “%s” as “%s”', (browser, system, name) => {
  expect(deviceName({ browser, system })).toBe(name);
});
