import { expect, test } from 'vitest';
import { OWN_SYSTEM, type Finding } from './finding.ts';
import { swahiliSentenceFor } from './swahili-sentence.ts';

const within = { codes: 12, hours: 24 };

const SENTENCES: [string, Finding][] = [
  [
    'Misimbo 12 ya vocha isiyokuwepo ilijaribiwa ndani ya siku moja na Juma. Baada ya ishirini hufungiwa kwa saa moja.',
    { rule: 'wrong_codes', details: { of: 'one', by: 'Juma', ...within } },
  ],
  [
    'Misimbo mingi ya vocha isiyokuwepo ilijaribiwa ndani ya saa 2 na mtu fulani. Baada ya ishirini hufungiwa kwa saa moja.',
    { rule: 'wrong_codes', details: { of: 'one', hours: 2 } },
  ],
  [
    'Misimbo 12 ya vocha isiyokuwepo ilijaribiwa ndani ya siku moja na anwani 41.90.64.10.',
    { rule: 'wrong_codes', details: { of: 'address', by: '41.90.64.10', ...within } },
  ],
  [
    'Misimbo 12 ya vocha isiyokuwepo ilijaribiwa ndani ya siku moja na watu na mifumo ya duka hili kwa pamoja.',
    { rule: 'wrong_codes', details: { of: 'shop', ...within } },
  ],
  [
    'Vocha zilitumika mara 30 ndani ya dakika 5 na mfumo wako mwenyewe.',
    { rule: 'rapid_redemptions', details: { servedBy: OWN_SYSTEM, count: 30, minutes: 5 } },
  ],
  [
    'Vocha 5 za simu 2547****103 zilitumika ndani ya saa 24.',
    { rule: 'many_vouchers_one_phone', details: { phone: '2547****103', vouchers: 5, hours: 24 } },
  ],
  [
    'Matumizi ya saa 23:30, nje ya saa zako za kazi.',
    { rule: 'outside_opening_hours', details: { at: '2026-11-20T20:30:00Z' } },
  ],
  [
    'Vocha zilitumika mara 500, jumla KES\u00a05,000, ndani ya saa moja.',
    { rule: 'shop_velocity', details: { redemptions: 500, amount: 5_000 } },
  ],
  [
    'Matumizi ya mara moja ya KES\u00a0900,000 ndani ya saa moja.',
    { rule: 'shop_velocity', details: { redemptions: 1, amount: 900_000 } },
  ],
  [
    'Matumizi yalibatilishwa mara 10, jumla KES\u00a04,000, ndani ya saa 24.',
    { rule: 'many_refunds', details: { of: 'merchant', count: 10, amount: 4_000, hours: 24 } },
  ],
];

test('describes a finding in Swahili', () => {
  for (const [sentence, found] of SENTENCES) expect.soft(swahiliSentenceFor(found), sentence).toBe(sentence);
});
