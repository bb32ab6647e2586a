import { expect, test } from 'vitest';
import { pushSupportOf } from './push-support.ts';

const android = {
  hasPush: true,
  permission: 'default',
  userAgent: 'Mozilla/5.0 (Linux; Android 10; K) Chrome/150.0.0.0 Mobile Safari/537.36',
  maxTouchPoints: 5,
  isInstalled: false,
} as const;
const iphone = {
  ...android,
  hasPush: false,
  permission: undefined,
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1',
};
const ipad = {
  ...iphone,
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15',
};

test('a browser with push is ready unless the user refused permission', () => {
  expect(pushSupportOf(android)).toBe('ready');
  expect(pushSupportOf({ ...android, permission: 'granted' })).toBe('ready');
  expect(pushSupportOf({ ...android, permission: 'denied' })).toBe('blocked');
});

test('an iPhone or iPad needs the app on the Home Screen, and then works like other devices', () => {
  expect(pushSupportOf(iphone)).toBe('needs-install');
  expect(pushSupportOf(ipad)).toBe('needs-install');
  const installed = { ...iphone, hasPush: true, permission: 'default' as const, isInstalled: true };
  expect(pushSupportOf(installed)).toBe('ready');
});

test('a browser without push is unsupported', () => {
  expect(pushSupportOf({ ...android, hasPush: false })).toBe('unsupported');
  expect(pushSupportOf({ ...ipad, maxTouchPoints: 0 })).toBe('unsupported');
  expect(pushSupportOf({ ...iphone, isInstalled: true })).toBe('unsupported');
});
