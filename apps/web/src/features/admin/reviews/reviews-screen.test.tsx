// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { adminListUsers, listedUser } from '@zawadi/contract/admin-users';
import { sample } from '@zawadi/contract/example-values';
import { decideReportedPhoto, showReportedPhoto } from '@zawadi/contract/gift-photos-reported';
import { listReviews, readReview, type Review } from '@zawadi/contract/reviews';
import { resolveHeldMoney } from '@zawadi/contract/voucher-actions';
import { expect, test } from 'vitest';
import { answer, answerBy, file } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { pages } from '../../../testing/open-page.tsx';
import { administrator } from '../../../testing/people.ts';

const { open } = pages();

const held: Review = {
  reviewId: sample.id,
  kind: 'unmatched_payment',
  title: 'Money that fits nothing',
  explanation: 'Somebody paid with an account number that we do not know. It waits in suspense.',
  raisedAt: '2026-11-20T09:00:00.000Z',
  isOpen: true,
  heldAmount: 640,
  receipt: 'TKQ1AB2CD3',
  details: { billReference: 'POLE' },
};
const { heldAmount: _, ...given } = held;
const resolved: Review = { ...given, isOpen: false, resolvedBy: 'Wanjiku Otieno', resolution: 'Typed wrong' };

const owner = {
  ...emptyAnswer({ answer: listedUser }),
  userId: sample.id,
  firstName: 'Wanjala',
  lastName: 'Barasa',
};

/** Fake list: the case is open until an administrator assigns its money. */
const cases = (one: Review) =>
  answerBy(listReviews, ({ query }) => ({
    reviews: one.isOpen === (query.isOpen ?? true) ? [one] : [],
    openCount: one.isOpen ? 1 : 0,
  }));

test('suggests the wallet of the buyer whose purchase was paid twice', async () => {
  const named = {
    transactionId: sample.redemptionId,
    billReference: 'CVGM6TH9',
    isPaid: true,
    buyer: { userId: sample.redemptionId, name: 'Amina Otieno' },
  };
  const page = await open('/admin/transactions/reviews', {
    as: administrator('finance'),
    answers: [cases({ ...held, named })],
  });
  await page.press(held.title);
  const found = within(await screen.findByRole('dialog', { name: held.title }));
  const link = found.getByRole('link', { name: 'CVGM6TH9' });
  expect(link.closest('dd')?.textContent).toBe('Amina Otieno’s (CVGM6TH9), already paid: to the wallet');
  await page.press('Give the money to…');
  page.answerThen(answer(resolveHeldMoney, { outcome: 'done' }), cases(resolved));
  await page.type({ Reason: 'Paid twice' });
  await page.press('Give the money');
  expect(await screen.findByText('Money given')).toBeDefined();
  expect(page.sent(resolveHeldMoney)).toMatchObject([
    { goesTo: { kind: 'wallet', userId: sample.redemptionId } },
  ]);
});

test('S312 shows unmatched money as a case, and assigns the money to the consumer who owns it', async () => {
  const page = await open('/admin/transactions/reviews', {
    as: administrator('finance'),
    answers: [cases(held), answer(adminListUsers, { users: [owner], total: { count: 1, isMore: false } })],
  });
  const row = (await screen.findByRole('button', { name: held.title })).closest('tr');
  expect(row?.textContent).toMatch(/TKQ1AB2CD3.*KES\s640/u);
  await page.press(held.title);
  const found = within(await screen.findByRole('dialog', { name: held.title }));
  expect(found.getByText(/It waits in suspense\.$/u)).toBeDefined();
  expect(found.getByText('POLE')).toBeDefined();
  await page.press('Give the money to…');
  const dialog = within(
    await screen.findByRole('dialog', { name: /^Whose are the KES\s640 in suspense\?$/u }),
  );
  await page.person.click(dialog.getByLabelText('A consumer’s wallet'));
  await page.type({ Reason: 'Typed the wrong reference' });
  await page.press('Give the money');
  expect(await dialog.findByText('Please choose the consumer')).toBeDefined();
  expect(page.sent(resolveHeldMoney)).toEqual([]);
  await page.person.type(dialog.getByLabelText('Consumer'), '0711 000 111');
  await page.person.click(await dialog.findByLabelText(/^Wanjala Barasa/u));
  expect(page.asked(adminListUsers).at(-1)).toMatch(/search=0711/u);
  page.answerThen(answer(resolveHeldMoney, { outcome: 'done' }), cases(resolved));
  await page.press('Give the money');
  expect(await screen.findByText('Money given')).toBeDefined();
  expect(page.sent(resolveHeldMoney)).toEqual([
    {
      reviewId: sample.id,
      goesTo: { kind: 'wallet', userId: sample.id },
      reason: 'Typed the wrong reference',
    },
  ]);
  expect(await screen.findByText('No open cases')).toBeDefined();
  await page.person.selectOptions(screen.getByLabelText('Cases'), 'Resolved');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: held.title }).closest('tr')?.textContent).toContain(
      'Wanjiku Otieno',
    ),
  );
});

test('a link to a case opens it, also if the list does not show it', async () => {
  const page = await open(`/admin/transactions/reviews?review=${sample.id}`, {
    as: administrator('support'),
    answers: [cases(resolved), answer(readReview, resolved)],
  });
  const dialog = within(await screen.findByRole('dialog', { name: held.title }));
  expect(dialog.getByText('Typed wrong')).toBeDefined();
  await page.press('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.search).toBe('');
});

test('support looks at a reported photo and deletes it', async () => {
  const reported: Review = {
    ...given,
    kind: 'photo_reported',
    title: 'A reported photo',
    details: { giver: 'Aisha Hussein', recipient: 'Brian Otieno' },
  };
  const page = await open('/admin/transactions/reviews', {
    as: administrator('support'),
    answers: [cases(reported), file(showReportedPhoto, 'photo.webp', 'RIFF')],
  });
  await page.press(reported.title);
  expect(page.sent(showReportedPhoto)).toEqual([]);
  await page.press('Look at the photo…');
  const dialog = within(await screen.findByRole('dialog', { name: 'May this photo stay on the gift?' }));
  expect(await dialog.findByRole('img', { name: 'What the recipient reported' })).toBeDefined();
  expect(page.sent(showReportedPhoto)).toEqual([{ reviewId: sample.id }]);
  await page.person.click(dialog.getByLabelText(/^Show it again/u));
  expect(dialog.getByRole('button', { name: 'Show photo again' })).toBeDefined();
  await page.person.click(dialog.getByLabelText(/^Delete the photo/u));
  await page.type({ Reason: 'Shows another person' });
  page.answerThen(answer(decideReportedPhoto, {}), cases({ ...reported, isOpen: false }));
  await page.press('Delete photo');
  expect(await screen.findByText('Photo deleted')).toBeDefined();
  expect(page.sent(decideReportedPhoto)).toEqual([
    { reviewId: sample.id, decision: 'remove', reason: 'Shows another person' },
  ]);
  expect(page.sent(showReportedPhoto)).toHaveLength(1);
  expect(await screen.findByText('No open cases')).toBeDefined();
});

test('finance cannot decide about a photo', async () => {
  const reported: Review = { ...given, kind: 'photo_reported', title: 'A reported photo' };
  const page = await open('/admin/transactions/reviews', {
    as: administrator('finance'),
    answers: [cases(reported)],
  });
  await page.press(reported.title);
  expect(await screen.findByText('Only administrators and support resolve these cases.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Look at the photo…' })).toBeNull();
});
