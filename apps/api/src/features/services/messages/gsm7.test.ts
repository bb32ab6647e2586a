import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countSmsParts, toGsm7 } from './gsm7.ts';

const ALPHABET =
  /^[@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/u;

test('keeps characters of the SMS alphabet', () => {
  const text = 'Code 7K3M-9QXT: http://localhost:4000/v/a_b-C~1 @ñandú? ¡Olé! €5';
  expect(toGsm7(text)).toBe('Code 7K3M-9QXT: http://localhost:4000/v/a_b-C~1 @ñandu? ¡Olé! €5');
});

test('replaces quotes, dashes and accents that the SMS alphabet lacks', () => {
  expect(toGsm7('‘Wanjikũ’s “gift” – 5 × more…')).toBe(`'Wanjiku's "gift" - 5 x more...`);
  expect(toGsm7('Łukasz Đặng Nguyễn Ngũgĩ Çelik')).toBe('Lukasz Dang Nguyen Ngugi Çelik');
  expect(toGsm7('KES\u00a01,000')).toBe('KES 1,000');
});

test('removes emoji and other scripts without leaving gaps', () => {
  expect(toGsm7('Happy 🎉🎂 birthday 👩🏾‍🦱 Amina أمينة!')).toBe('Happy birthday Amina !');
  expect(toGsm7('生日快乐')).toBe('');
});

test('an SMS of one part has 160 characters, of several parts 153 each, and the euro sign counts twice', () => {
  expect(countSmsParts('a'.repeat(160))).toBe(1);
  expect(countSmsParts('a'.repeat(161))).toBe(2);
  expect(countSmsParts('a'.repeat(307))).toBe(3);
  expect(countSmsParts('€'.repeat(80))).toBe(1);
  expect(countSmsParts('€'.repeat(81))).toBe(2);
});

const anyCharacter = fc.integer({ min: 0, max: 0x10_ff_ff }).map((point) => String.fromCodePoint(point));

test('converts any input to the SMS alphabet, and converting it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const folded = toGsm7(text);
      expect(folded).toMatch(ALPHABET);
      expect(toGsm7(folded)).toBe(folded);
    }),
  );
});
