// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { reportGiftPhoto, showGiftPhoto } from '@zawadi/contract/gift-photos';
import { voucherPdf } from '@zawadi/contract/receipts';
import { claimVoucher, findShops, showCodeByLink, viewVoucher } from '@zawadi/contract/vouchers';
import { sayThanks } from '@zawadi/contract/vouchers-gifts';
import { expect, test } from 'vitest';
import { answer, answerBy, file, lost, refusal, type Answer } from '../../testing/contract-answers.ts';
import { publicGift, shopOf } from '../../testing/money.ts';
import { pages, whole } from '../../testing/open-page.tsx';
import { consumer } from '../../testing/people.ts';

const { open } = pages();

const TOKEN = 'a-token-from-a-link';
const CODE = 'AB3D-EF4H-JK5M-NP7R';
const gift = (details: Parameters<typeof publicGift>[0] = {}) => answer(viewVoucher, publicGift(details));
const code = answer(showCodeByLink, { code: CODE });
const openGift = async (...answers: Answer[]) => open(`/v/${TOKEN}`, { answers });
const ticket = () => screen.findByRole('article');

test('the holder of the link sees the gift and the shops, and the code on request', async () => {
  const page = await openGift(gift({ shops: [shopOf('Duka la Juma')], shopCount: 1 }), code);
  expect(await screen.findByRole('heading', { name: 'Brenda, Aisha sent you a gift' })).toBeDefined();
  expect((await ticket()).getAttribute('aria-label')).toBe('Voucher for Brenda Moraa, Active');
  expect((await ticket()).textContent).toMatch(/KES\s*950.*Kwa upendo/u);
  expect(screen.getByText('Duka la Juma')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  // Fetching the code marks the gift as opened, so loading the page must not fetch it.
  expect(page.sent(showCodeByLink)).toEqual([]);
  await page.press('Show code');
  for (const group of CODE.split('-')) expect(await within(await ticket()).findByText(group)).toBeDefined();
  expect(await screen.findByRole('img', { name: 'QR code of this voucher' })).toBeDefined();
  expect(page.sent(showCodeByLink)).toEqual([{ claimToken: TOKEN }]);
});

test('the ticket is folded until its code is shown, unfolds once, and focuses the code', async () => {
  const page = await openGift(gift({ shops: [shopOf('Duka la Juma')], shopCount: 1 }), code);
  const folded = await ticket();
  expect(folded.className).toMatch(/\bis-folded\b/u);
  // Folding hides no fact: value, giver, words, last day and shops are readable.
  expect(folded.textContent).toMatch(/Brenda Moraa.*KES\s*950.*Kwa upendo.*Aisha.*Active.*to /u);
  expect(within(folded).queryByText('Code')).toBeNull();
  expect(screen.getByText('Duka la Juma')).toBeDefined();
  expect(screen.queryByText('Here is the code.')).toBeNull();
  await page.press('Show code');
  await waitFor(() => expect(folded.className).toMatch(/\bis-unfolds\b/u));
  await expect.poll(() => document.activeElement?.textContent).toBe(CODE.replaceAll('-', ''));
  expect(screen.getByText('Here is the code.').getAttribute('role')).toBe('status');
  const openedCode = document.activeElement;
  // The same element keeps its class, so that a new answer does not start the animation again.
  page.answer(gift({ status: 'PARTIALLY_REDEEMED', balance: 600 }));
  await page.press('More');
  expect(folded.className).toMatch(/\bis-unfolds\b/u);
  expect(folded.contains(openedCode)).toBe(true);
});

test('shows the giver’s photo only on request, inside the ticket, and hides it after a report', async () => {
  const page = await openGift(
    gift({ hasPhoto: true }),
    file(showGiftPhoto, 'photo.webp', 'RIFF'),
    answer(reportGiftPhoto, {}),
  );
  const show = await within(await ticket()).findByRole('button', { name: 'Show photo' });
  expect(page.sent(showGiftPhoto)).toEqual([]);
  await page.person.click(show);
  const photo = await within(await ticket()).findByRole('img', { name: 'Photo from Aisha' });
  expect(photo.getAttribute('src')).toMatch(/^blob:/u);
  expect(page.sent(showGiftPhoto)).toEqual([{ claimToken: TOKEN }]);
  await page.press('Report this photo');
  await screen.findByRole('dialog', { name: 'Report this photo?' });
  page.answerThen(answer(reportGiftPhoto, {}), gift({ hasPhoto: false }));
  await page.press('Report photo');
  expect(await screen.findByText('The photo is hidden. Zawadi support looks at it.')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Photo from Aisha' })).toBeNull());
  expect(page.sent(reportGiftPhoto)).toEqual([{ claimToken: TOKEN }]);
});

test('explains that a photo is gone, and offers none for a gift without a photo', async () => {
  const page = await open(`/v/${TOKEN}`, {
    language: 'sw',
    answers: [gift({ hasPhoto: true }), refusal(showGiftPhoto, 'not_found')],
  });
  await page.press('Onyesha picha');
  expect(await screen.findByText('Hatukupata ulichoomba.')).toBeDefined();
  page.answer(gift());
  await page.reload();
  await ticket();
  expect(screen.queryByRole('button', { name: 'Onyesha picha' })).toBeNull();
});

test('a used gift lies open, with only the buttons that still help', async () => {
  await openGift(gift({ status: 'REDEEMED', balance: 0, hasCode: false, canBeThanked: false }));
  expect((await ticket()).className).not.toMatch(/is-folded|is-unfolds/u);
  expect(await screen.findByRole('button', { name: 'Print' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
});

test('finds one of very many shops by its name', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `Aaa Kiosk ${index + 1}`);
  const page = await openGift(
    gift({ shops: names.map(shopOf), shopCount: 51 }),
    answerBy(findShops, ({ query: { search = '' } }) => {
      const found = [...names, 'Duka la Juma'].filter((name) => name.toLowerCase().includes(search));
      return { shops: found.map(shopOf), isMore: search === 'aaa kiosk' };
    }),
  );
  await page.press('See 12 of 51 shops');
  expect(screen.getByText('Aaa Kiosk 12')).toBeDefined();
  expect(screen.queryByText('Duka la Juma')).toBeNull();
  const more = 'There are more shops. Type more of the name.';
  const search = screen.getByRole('searchbox', { name: 'Find a shop' });
  const seek = async (words: string) => {
    await page.person.clear(search);
    if (words !== '') await page.person.type(search, words);
  };
  await seek('la juma');
  expect(await screen.findByText('Duka la Juma')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('Aaa Kiosk 12')).toBeNull());
  expect(screen.queryByText(more)).toBeNull();
  await seek('aaa kiosk');
  expect(await screen.findByText(more)).toBeDefined();
  await seek('nobody has this name');
  expect(await screen.findByText('No shop with this name takes gifts.')).toBeDefined();
  await seek('');
  expect(await screen.findByText('Aaa Kiosk 1')).toBeDefined();
});

test('S504 copies the code as four groups', async () => {
  const page = await openGift(gift(), code);
  await page.press('Show code');
  await page.press('Copy code');
  expect(await screen.findByText('Copied to clipboard!')).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(CODE);
});

test('S168 shows the remaining value of a partly used gift, and no actions for a used gift', async () => {
  const page = await openGift(gift({ status: 'PARTIALLY_REDEEMED', balance: 600 }));
  expect((await screen.findByRole('article', { name: /Partly used/u })).textContent).toMatch(
    /KES\s600 of KES\s950 left/u,
  );
  expect(screen.getByRole('link', { name: 'Add to wallet' })).toBeDefined();

  page.answer(gift({ status: 'REDEEMED', balance: 0, hasCode: false }));
  await page.reload();
  expect(await screen.findByRole('article', { name: /Used$/u })).toBeDefined();
  expect(screen.getByText('This gift is used up. Nothing is left to spend.')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Add to wallet' })).toBeNull();
  expect(screen.queryByRole('button', { name: /code$/u })).toBeNull();
});

test('S169 shows that a claimed gift is in a wallet', async () => {
  await openGift(gift({ status: 'CLAIMED', balance: 0, hasCode: false }));
  expect(await screen.findByRole('article', { name: /In wallet/u })).toBeDefined();
  expect(screen.getByText(/Its code no longer works\./u)).toBeDefined();
});

test('S170 shows until when an expired gift was valid, and no actions', async () => {
  await openGift(
    gift({ status: 'EXPIRED', balance: 0, hasCode: false, expiresAt: '2026-01-31T20:59:59.000Z' }),
  );
  expect(await screen.findByRole('article', { name: /Expired/u })).toBeDefined();
  expect(screen.getByText(/This gift expired\. It was valid until .*31 January 2026/u)).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Add to wallet' })).toBeNull();
});

test('S171 an unknown link shows only that there is no gift', async () => {
  await openGift(refusal(viewVoucher, 'voucher_not_found'));
  expect(await screen.findByText('We do not know this voucher.')).toBeDefined();
  expect(screen.queryByRole('article')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
});

test('S164 explains why a gift for another user cannot be added', async () => {
  const page = await open(`/v/${TOKEN}`, {
    as: consumer(),
    answers: [gift(), refusal(claimVoucher, 'claim_not_yours')],
  });
  await page.press('Add to wallet');
  expect(
    await screen.findByText(whole('This gift was sent to another phone number or email address.')),
  ).toBeDefined();
});

test('S166 the gift page thanks the sender once, shows Swahili, and prints as PDF', async () => {
  const page = await openGift(gift({ canBeThanked: true }), code);
  await page.press('Say thanks');
  await screen.findByRole('dialog', { name: 'Thank Aisha' });
  await page.press('Send thanks');
  expect(await screen.findByText('Please write a few words')).toBeDefined();
  await page.type({ 'Your words': 'Nimefurahi sana' });
  page.answer(gift({ canBeThanked: false }));
  await page.press('Send thanks');
  expect(await screen.findByText('Your thanks are on their way')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Say thanks' })).toBeNull());
  expect(page.sent(sayThanks)).toEqual([{ claimToken: TOKEN, message: 'Nimefurahi sana' }]);

  await page.press('More');
  await page.press('Pass it on');
  const passing = within(await screen.findByRole('dialog', { name: 'Pass this gift on?' }));
  expect(passing.getByText(/Anyone who has this link can spend the gift\./u)).toBeDefined();
  const whatsApp = new URL(passing.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' }).href);
  expect(whatsApp.host).toBe('wa.me');
  expect(whatsApp.searchParams.get('text')).toMatch(new RegExp(`/v/${TOKEN}$`, 'u'));

  const swahili = await open(`/v/${TOKEN}`, {
    language: 'sw',
    answers: [gift(), code, file(voucherPdf, 'zawadi-gift.pdf', '%PDF-')],
  });
  await swahili.press('Onyesha msimbo');
  await swahili.press('Zaidi');
  await swahili.press('Pakua PDF');
  await waitFor(() => expect(page.saved.map(({ name }) => name)).toEqual(['zawadi-gift.pdf']));
  expect(swahili.sent(voucherPdf)).toEqual([{ claimToken: TOKEN, lang: 'sw' }]);
});

test('opens the gift of a link that ends with extra text', async () => {
  const token = 'Abcd-efgh_ijkl-mnop_qrst-uvwx_12';
  for (const end of ['.', ',', ')', '!', '%20', '%E2%80%8B', '%E2%80%9D', '-', '**']) {
    const page = await open(`/v/${token}${end}`, { answers: [gift(), code] });
    expect(await screen.findByRole('heading', { name: 'Brenda, Aisha sent you a gift' })).toBeDefined();
    await page.press('Show code');
    expect(await screen.findByText('EF4H'), end).toBeDefined();
  }
});

test("the language chosen on a gift's page overrides the language of its link from then on", async () => {
  const page = await open(`/v/${TOKEN}?lang=sw`, { language: 'sw', answers: [gift()] });
  expect(await screen.findByRole('heading', { name: 'Brenda, Aisha amekutumia zawadi' })).toBeDefined();
  await page.press('English');
  expect(await screen.findByRole('heading', { name: 'Brenda, Aisha sent you a gift' })).toBeDefined();
  await expect.poll(() => location.pathname + location.search).toBe(`/v/${TOKEN}`);
  await page.reload();
  expect(await screen.findByRole('heading', { name: 'Brenda, Aisha sent you a gift' })).toBeDefined();
});

test('S180 loads a gift again after a lost answer', async () => {
  const [cut, unknown] = [lost(viewVoucher), refusal(viewVoucher, 'voucher_not_found')];
  let reads = 0;
  const page = await openGift({
    endpoint: viewVoucher,
    reply: (asked) => (reads++ === 0 ? cut : unknown).reply(asked),
  });
  expect(await screen.findByRole('heading', { name: 'We do not know this voucher.' })).toBeDefined();
  expect(page.asked(viewVoucher)).toHaveLength(2);
});
