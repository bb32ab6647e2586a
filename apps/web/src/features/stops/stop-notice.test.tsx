// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { publicSettings } from '@zawadi/contract/settings';
import { suggestedSentences } from '@zawadi/contract/stops-sentences';
import { stopName, type StopName } from '@zawadi/contract/stops';
import { expect, test } from 'vitest';
import { CallRefused } from '../../api/call.ts';
import { chooseLanguage } from '../../i18n/language.ts';
import { answer } from '../../testing/contract-answers.ts';
import { statsOf, usualSettings } from '../../testing/money.ts';
import { pages, whole } from '../../testing/open-page.tsx';
import { consumer, shopPerson, type Visitor } from '../../testing/people.ts';

const { open } = pages();

const stopping = (...names: StopName[]) =>
  answer(publicSettings, {
    ...usualSettings,
    stops: names.map((name) => ({
      name,
      since: '2026-11-20T09:00:00.000Z',
      sentence: suggestedSentences[name],
    })),
  });

const SCREENS: [string, () => Visitor, StopName[]][] = [
  ['/dashboard/buy-gifts', consumer, ['buying']],
  ['/dashboard/wallet', consumer, ['buying', 'claiming', 'withdrawing']],
  ['/dashboard/redeem', consumer, ['claiming', 'withdrawing']],
  ['/dashboard/redeem?way=withdraw', consumer, ['withdrawing']],
  ['/merchant/dashboard/redeem', shopPerson, ['redeeming']],
  ['/merchant/dashboard/settlements', shopPerson, ['settling']],
  ['/merchant/dashboard/vouchers', shopPerson, ['buying']],
];

test.each(SCREENS)(
  '%s shows the sentences of the stops that concern it, in both languages',
  async (address, who, names) => {
    await open(address, { as: who(), answers: [stopping(...stopName.options), statsOf(950)] });
    for (const language of ['en', 'sw'] as const) {
      await chooseLanguage(language);
      for (const name of names)
        expect(await screen.findByText(whole(suggestedSentences[name][language]))).toBeDefined();
      for (const name of stopName.options.filter((one) => !names.includes(one)))
        expect(screen.queryByText(whole(suggestedSentences[name][language]))).toBeNull();
    }
    await chooseLanguage('en');
  },
);

test('a screen without a stop shows no notice', async () => {
  await open('/dashboard/wallet', { as: consumer(), answers: [stopping(), statsOf(950)] });
  expect(await screen.findByText('Available Balance')).toBeDefined();
  for (const name of stopName.options)
    expect(screen.queryByText(whole(suggestedSentences[name].en))).toBeNull();
});

test('a refused call shows the administrators’ own sentence in the language of the page', async () => {
  const sentence = { en: 'Back at noon.', sw: 'Tutarudi saa sita.' };
  const refused = () =>
    new CallRefused(503, { code: 'buying_stopped', customerMessage: sentence.en, sentence });
  expect(refused().message).toBe('Back at noon.');
  await chooseLanguage('sw');
  expect(refused().message).toBe('Tutarudi saa sita.');
  await chooseLanguage('en');
});

test.each(['/dashboard/buy-gifts', '/dashboard/wallet', '/dashboard/redeem?way=withdraw'])(
  '%s says that M-PESA does not answer, and links to the status page',
  async (address) => {
    const silent = answer(publicSettings, { ...usualSettings, isMpesaSilent: true });
    await open(address, { as: consumer(), answers: [silent, statsOf(950)] });
    const link = await screen.findByRole('link', { name: 'What works now' });
    expect(link.getAttribute('href')).toBe('/status');
    expect(link.closest('.alert')?.textContent).toContain('M-PESA does not answer us right now.');
    await chooseLanguage('sw');
    const linkInSwahili = await screen.findByRole('link', { name: 'Kinachofanya kazi sasa' });
    expect(linkInSwahili.closest('.alert')?.textContent).toContain('M-PESA haitujibu kwa sasa.');
    await chooseLanguage('en');
  },
);
