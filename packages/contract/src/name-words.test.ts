import { expect, test } from 'vitest';
import { nameWords } from './name-words.ts';

test.each([
  ["Wangari Ng'ang'a", ['wangari', 'nganga']],
  ['Wangari Ng\u2019ang\u2019a', ['wangari', 'nganga']],
  ['Ng\u02bceno Ng`eno Ng\u02bbeno Ng\u00b4eno Ng\u2018eno', Array.from({ length: 5 }, () => 'ngeno')],
  ['Wanjir\u0169 K\u0129mani', ['wanjiru', 'kimani']],
  ['WANJIRU\u0303 KI\u0303MANI', ['wanjiru', 'kimani']],
  ['Atieno-Otieno', ['atieno', 'otieno']],
  ['J. K. Mwangi (Gilgil)', ['j', 'k', 'mwangi', 'gilgil']],
  ['Duka 24/7 & Sons', ['duka', '24', '7', 'sons']],
  ['\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f', ['\u0645\u062d\u0645\u062f']],
  ['\u738b\u5c0f\u660e', ['\u738b\u5c0f\u660e']],
  ["' \u2019 - \u202a\u202c 🎉", []],
])('splits %s into words', (name, words) => {
  expect(nameWords(name)).toEqual(words);
});
