import { expect, test } from 'vitest';
import { isEnglishOnly, languageFor } from './languages.ts';

const wish = { search: '', stored: null, preferred: ['en-KE', 'sw'] };

test("opens a page in the first of the browser's languages that we have", () => {
  expect(languageFor(wish)).toBe('en');
  expect(languageFor({ ...wish, preferred: ['de-DE', 'sw-KE', 'en'] })).toBe('sw');
  expect(languageFor({ ...wish, preferred: ['de'] })).toBe('en');
});

test('prefers the device’s choice to the browser’s language, and the link’s language to both', () => {
  expect(languageFor({ ...wish, stored: 'sw' })).toBe('sw');
  expect(languageFor({ ...wish, stored: 'sw', search: '?lang=en' })).toBe('en');
});

test('skips languages without a translation', () => {
  expect(languageFor({ ...wish, stored: 'toString', search: '?lang=fr' })).toBe('en');
});

test('shows administrators’ pages in English, including their password reset', () => {
  const isEnglish = (path: string) => isEnglishOnly(new URL(path, 'https://zawadi.test'));
  for (const path of ['/admin', '/admin/login?from=%2Fadmin', '/reset-password?login=%2Fadmin%2Flogin'])
    expect(isEnglish(path), path).toBe(true);
  for (const path of ['/', '/administer', '/merchant/login', '/reset-password?login=%2Fmerchant%2Flogin'])
    expect(isEnglish(path), path).toBe(false);
});
