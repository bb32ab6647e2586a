import { expect, test } from 'vitest';
import { directionOf, printable, runsOf, type Direction } from './runs.ts';

/** Texts of a line's runs from left to right. The letters of an Arabic run stay in their order of reading. */
const order = (text: string, direction?: Direction) => runsOf(text, 'text', direction).map((run) => run.text);

test('puts Arabic words, numbers and brackets where a reader expects them', () => {
  expect(order('Zawadi for محمد علي and Amina')).toEqual(['Zawadi for ', 'علي', ' ', 'محمد', ' and Amina']);
  expect(order('عيد مبارك! (2026) KES 1,000 لك')).toEqual([
    'لك',
    ' ',
    'KES 1,000',
    ' (',
    '2026',
    ') !',
    'مبارك',
    ' ',
    'عيد',
  ]);
  expect(order('محمد sent', 'ltr')).toEqual(['محمد', ' sent']);
  expect(order('محمد sent')).toEqual(['sent', ' ', 'محمد']);
  expect(order('عيد 🎉')).toEqual(['🎉', ' ', 'عيد']);
  expect(order('Nairobi!', 'rtl')).toEqual(['!', 'Nairobi']);
});

test('takes the direction of a paragraph from its first letter', () => {
  expect(['“عيد', '1. Eid عيد', '', '🎉 عيد'].map(directionOf)).toEqual(['rtl', 'ltr', 'ltr', 'rtl']);
});

test('chooses one file for each alphabet and weight, and splits no letter of two parts', () => {
  const files = runsOf('Wanjikũ አበበ محمد 🎉', 'strong').map(({ file }) => file.split('/').at(-1));
  expect(new Set(files)).toEqual(
    new Set([
      'funnel-display-latin-700-normal.woff',
      'noto-sans-ethiopic-ethiopic-700-normal.woff',
      'noto-naskh-arabic-arabic-700-normal.woff',
      expect.stringMatching(/^noto-emoji-\d+-700-normal\.woff$/u),
    ]),
  );
  expect(runsOf('', 'text')).toEqual([]);
});

test.each([
  ['王小明', '(?)'],
  ['Wang 王小明 · 生日快乐！ 🎂', 'Wang (?) 🎂'],
  ['अमित कुमार', '(?)'],
  ['生日\n快乐', '(?)\n(?)'],
  ['Tiếng Việt', 'Tieng Viet'],
  ['Привет, Amina', '(?), Amina'],
  ['★ \u{1f9ff}', ' 🧿'],
  ['\ue000', '(?)'],
  ['Amina', 'Amina'],
  ['', ''],
])('prints %j as %j', (text, printed) => {
  expect(order(printable(text, '(?)')).join('')).toBe(order(printed).join(''));
});

test('leaves words of another script out of a text that has others, if asked', () => {
  expect(printable('王小明 Noodles', '').trim()).toBe('Noodles');
});
