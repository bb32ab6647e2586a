// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { deleteGiftPhoto, putGiftPhoto } from '@zawadi/contract/gift-photos';
import { registerTransaction } from '@zawadi/contract/payments';
import { purchaseDetails } from '@zawadi/contract/purchases';
import { publicSettings } from '@zawadi/contract/settings';
import { beforeEach, expect, test, vi } from 'vitest';
import { answer } from '../../../testing/contract-answers.ts';
import { emptyAnswer } from '../../../testing/empty-answer.ts';
import { paid, purchase, usualSettings } from '../../../testing/money.ts';
import { pages } from '../../../testing/open-page.tsx';
import { consumer } from '../../../testing/people.ts';

const { open } = pages();
type Page = Awaited<ReturnType<typeof open>>;

const FORM = '/dashboard/buy-gifts';
const { requestId } = purchase();
const GIFT = {
  Amount: '700',
  'Recipient’s full name': 'Baraka Mwita',
  'Recipient’s phone': '0722000222',
  'Recipient’s email': 'baraka.mwita@example.test',
};
const NEXT = 'Continue to M-PESA';
const answers = [
  answer(publicSettings, { ...usualSettings, features: { ...usualSettings.features, giftPhotos: true } }),
  answer(registerTransaction, { ...emptyAnswer(registerTransaction), requestId }),
  answer(purchaseDetails, purchase()),
];

// happy-dom decodes and draws no pictures: the crop dialog gets this drawing.
beforeEach(() => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 600, height: 600, close: () => undefined }));
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((drawn) =>
    drawn(new Blob(['a square photo'], { type: 'image/jpeg' })),
  );
});

const shownPhoto = () => screen.queryByRole('img', { name: 'Your photo on the gift' });

async function openWithPhoto(): Promise<Page> {
  const page = await open(FORM, { as: consumer(), answers });
  await screen.findByLabelText('Amount');
  await page.type(GIFT);
  await screen.findByRole('button', { name: 'Add a photo' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('the form takes no photo');
  await page.person.upload(input, new File(['a photo'], 'me.png', { type: 'image/png' }));
  await page.press('Use photo');
  await waitFor(() => expect(shownPhoto()).not.toBeNull());
  await waitFor(() => expect(drafts()).toContain('base64'));
  return page;
}

/** Everything that this tab stores. */
function drafts(): string {
  return Array.from(sessionStorage, (_, n) => sessionStorage.getItem(sessionStorage.key(n) ?? '')).join(' ');
}

test('a reload keeps the photo with the rest of the gift, and the gift is registered with it', async () => {
  const page = await openWithPhoto();
  await page.reload();
  await waitFor(() => expect(shownPhoto()).not.toBeNull());
  await page.press(NEXT);
  await screen.findByLabelText('M-PESA number that pays');
  expect(page.sent(putGiftPhoto)).toEqual(['a square photo']);
});

test('after a reload, an uploaded photo is not uploaded again, and can be removed', async () => {
  const page = await openWithPhoto();
  await page.press(NEXT);
  await screen.findByLabelText('M-PESA number that pays');
  await waitFor(() => expect(drafts()).toContain(`"isThis":true`));
  await page.reload();
  await page.press('Back');
  await waitFor(() => expect(shownPhoto()).not.toBeNull());
  await page.press(NEXT);
  await screen.findByLabelText('M-PESA number that pays');
  expect(page.sent(putGiftPhoto)).toHaveLength(1);

  await page.press('Back');
  await page.press('Remove');
  await waitFor(() => expect(drafts()).toContain(`"isThis":false`));
  await page.reload();
  await screen.findByLabelText('Amount');
  expect(shownPhoto()).toBeNull();
  await page.press(NEXT);
  await screen.findByLabelText('M-PESA number that pays');
  expect(page.asked(deleteGiftPhoto)).toEqual([`/api/gift-photos/v1/purchases/${requestId}`]);
});

test('the photo is forgotten once its gift is paid', async () => {
  const page = await openWithPhoto();
  page.answer(answer(purchaseDetails, paid()));
  await page.go(`${FORM}?requestId=${requestId}&step=3`);
  await screen.findByRole('heading', { name: 'Being sent to Baraka' });
  await waitFor(() => expect(drafts()).not.toContain('base64'));
  await page.go(FORM);
  await screen.findByLabelText('Amount');
  expect(shownPhoto()).toBeNull();
});

test('the photo is forgotten at Logout', async () => {
  const page = await openWithPhoto();
  await page.press('Logout');
  await waitFor(() => expect(drafts()).not.toContain('base64'));
});
