import { expect, test } from 'vitest';
import { languageFor } from './languages.ts';

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
