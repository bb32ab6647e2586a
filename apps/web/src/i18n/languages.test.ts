import { expect, test } from 'vitest';
import { isEnglishOnly, languageFor } from './languages.ts';

const wish = { search: '', stored: null, preferred: ['en-KE', 'sw'] };

test("a page opens in the browser's most preferred language", () => {
  expect(languageFor(wish)).toBe('en');
  expect(languageFor({ ...wish, preferred: ['de-DE', 'sw-KE', 'en'] })).toBe('sw');
  expect(languageFor({ ...wish, preferred: ['de'] })).toBe('en');
});

test('a choice on this device wins over the browser, and the link over both', () => {
  expect(languageFor({ ...wish, stored: 'sw' })).toBe('sw');
  expect(languageFor({ ...wish, stored: 'sw', search: '?lang=en' })).toBe('en');
});

test('skips languages without a translation', () => {
  expect(languageFor({ ...wish, stored: 'toString', search: '?lang=fr' })).toBe('en');
});

test('administrators read English, also while they reset a password', () => {
  const isEnglish = (path: string) => isEnglishOnly(new URL(path, 'https://zawadi.test'));
  for (const path of ['/admin', '/admin/login?from=%2Fadmin', '/reset-password?login=%2Fadmin%2Flogin'])
    expect(isEnglish(path), path).toBe(true);
  for (const path of ['/', '/administer', '/merchant/login', '/reset-password?login=%2Fmerchant%2Flogin'])
    expect(isEnglish(path), path).toBe(false);
});
