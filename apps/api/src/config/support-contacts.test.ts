import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('reads the hours of support', () => {
  const hours = (SUPPORT_HOURS: string) => readConfig({ SUPPORT_HOURS }).support.hours;
  expect(hours('Mon-Sat 08:00-20:30')).toEqual({ firstDay: 1, lastDay: 6, opens: '08:00', closes: '20:30' });
  expect(hours('24/7')).toEqual({ firstDay: 1, lastDay: 7, opens: '00:00', closes: '24:00' });
  expect(hours('')).toBeUndefined();
});

test('refuses a number with letters, and hours without days or in the wrong order', () => {
  expect(() => readConfig({ SUPPORT_PHONE: '0800 HELP' })).toThrow(
    /^SUPPORT_PHONE is not valid: write it as/u,
  );
  for (const hours of ['8-20', 'Mon-Sat 20:00-08:00', 'Mon-Foo 08:00-20:00']) {
    expect(() => readConfig({ SUPPORT_HOURS: hours })).toThrow(
      /^SUPPORT_HOURS is not valid: write it as Mon-Sat/u,
    );
  }
});
