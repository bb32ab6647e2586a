import { expect, test } from 'vitest';
import { isEnglishOnly, languageFor } from './languages.ts';

const wish = { search: '', stored: null, preferred: ['en-KE', 'sw'] };

test('a page opens in the language the browser wants most', () => {
  expect(languageFor(wish)).toBe('en');
  expect(languageFor({ ...wish, preferred: ['de-DE', 'sw-KE', 'en'] })).toBe('sw');
  expect(languageFor({ ...wish, preferred: ['de'] })).toBe('en');
});

test('a choice on this device wins over the browser, and the link over both', () => {
  expect(languageFor({ ...wish, stored: 'sw' })).toBe('sw');
  expect(languageFor({ ...wish, stored: 'sw', search: '?lang=en' })).toBe('en');
});

test('languages we do not speak are passed over', () => {
  expect(languageFor({ ...wish, stored: 'toString', search: '?lang=fr' })).toBe('en');
});

test('administrators read English, on the way to a new password too', () => {
  const isEnglish = (path: string) => isEnglishOnly(new URL(path, 'https://zawadi.test'));
  for (const path of ['/admin', '/admin/login?from=%2Fadmin', '/reset-password?login=%2Fadmin%2Flogin'])
    expect(isEnglish(path), path).toBe(true);
  for (const path of ['/', '/administer', '/merchant/login', '/reset-password?login=%2Fmerchant%2Flogin'])
    expect(isEnglish(path), path).toBe(false);
});
