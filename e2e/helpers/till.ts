import { expect, type Page } from '@playwright/test';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import { buyGift, readGift, type World } from '@zawadi/story/steps';

/** The page where vouchers are redeemed. */
export const TILL = '/merchant/dashboard/redeem';

/** Gives a gift to a new recipient. Returns the contents of the recipient's SMS. */
export async function giveTo(
  world: World,
  buyer: SignedIn,
  firstName: string,
  lastName: string,
  amount: number,
) {
  const recipient = newPerson(firstName, lastName);
  await buyGift(world, buyer, { recipient, amount, message: 'Hongera!', cloth: 'birthday' });
  return readGift(world, recipient);
}

/** Longer than the longest pause of a scanner: an Enter right after quicker keys is the scanner's own. */
const PAUSE_MS = 130;

/** Types a voucher code as a person does, with pauses, in place of the current text. */
export async function typeCode(page: Page, code: string): Promise<void> {
  const first = page.getByLabel('Characters 1 to 4', { exact: true });
  for (const box of [5, 9, 13])
    await page.getByLabel(`Characters ${box} to ${box + 3}`, { exact: true }).fill('');
  await first.fill('');
  await first.pressSequentially(code.replaceAll('-', ''), { delay: PAUSE_MS });
}

/** Expects that the page prints one sheet of this width, in points. */
export async function expectPaper(page: Page, width: number): Promise<void> {
  const sheet = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(sheet.match(/\/Type \/Page\b/gu)).toHaveLength(1);
  const [, wide] = /\/MediaBox \[0 0 (\d+)/u.exec(sheet) ?? [];
  expect(Math.abs(Number(wide) - width), `${wide} instead of ${width}`).toBeLessThanOrEqual(1);
}
