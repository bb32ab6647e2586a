import type { Page } from '@playwright/test';
import { approveRequest } from '@zawadi/contract';
import { newPerson } from '@zawadi/story/people';
import { eventually } from '@zawadi/story/sandbox-control';
import { buyGift } from '@zawadi/story/steps';
import {
  ADMIN,
  adminBearer,
  inAnotherBrowser,
  SECOND_ADMIN,
  signInAsAdmin,
} from './helpers/administrators.ts';
import { expect, test } from './helpers/test.ts';

const TRANSACTIONS = '/admin/transactions';

test('S300 a large refund can be approved by a second administrator but not by its requester', async ({
  page,
  browser,
  world,
  meet,
}) => {
  const [buyer, recipient] = [await meet('Zawadi', 'Njoroge'), newPerson('Kamau', 'Maina')];
  const gift = { recipient, amount: 15_000, message: 'Hongera', cloth: 'plain' } as const;
  const { requestId } = await buyGift(world, buyer, gift);
  const { balance: before } = await world.sandbox.phone(buyer.phoneNumber);
  await signInAsAdmin(page, `${TRANSACTIONS}/Deposit/${requestId}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/This needs a second administrator: two decide from KES\s10,000 on\./u);
  await dialog.getByLabel('Reason').fill('Bought twice');
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(page.getByText('Approval requested', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Approvals' }).click();
  const asked = page.getByRole('button', { name: /Refund KES 15,000.*Kamau Maina/u }).first();
  await asked.click();
  await expect(page.getByText('You asked for this.')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Approve…' })).toBeHidden();
  const approvalId = await newestApproval(page);
  const own = world.api.call(approveRequest, { body: { approvalId } }, { bearer: await adminBearer(world) });
  await expect(own).rejects.toMatchObject({ code: 'second_person_needed' });

  const [text] = await world.sandbox.mail(SECOND_ADMIN, /[^]*Kamau Maina[^]*Bought twice[^]*/u);
  expect(text).toContain('/admin/transactions/approvals?status=Open');
  const second = await inAnotherBrowser(browser, '/admin', SECOND_ADMIN);
  await second
    .getByRole('link', { name: /^Transactions \d+ requests? waits? for approval, the oldest/u })
    .click();
  await second.getByRole('link', { name: /^Approvals/u }).click();
  await second
    .getByRole('button', { name: /Refund KES 15,000.*Kamau Maina/u })
    .first()
    .click();
  const now = second.getByRole('region', { name: 'What happens now' });
  await expect(now).toContainText(/KES\s15,000.*by M-PESA, to the number that paid/u);
  await expect(now).toContainText(/Our fee, given back with it\s*KES\s750/u);
  await expect(now).toContainText(/The voucher\s*KES\s14,250.*KES\s0/u);
  await second.getByRole('button', { name: 'Approve…' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(second.getByText('It is carried out.')).toBeVisible();
  await second.goto(`${TRANSACTIONS}/Deposit/${requestId}`);
  await expect(sheet(second, 'Voucher')).toContainText('Refunded');
  await eventually('the money back on the phone', async () => {
    const { balance } = await world.sandbox.phone(buyer.phoneNumber);
    return balance === before + 15_000 ? balance : undefined;
  });
  await second.context().close();
  // By now the other administrator has the mail that asks to decide. The requester must not get such a mail.
  const subjects = (await world.sandbox.mails(ADMIN)).map(({ subject }) => subject);
  expect(subjects).not.toContainEqual(expect.stringMatching(/^Please decide:.*Kamau Maina/u));
});

async function newestApproval(page: Page): Promise<string> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/api/admin/v1/approvals?')),
    page.reload(),
  ]);
  const { body } = (await answer.json()) as { body: { approvals: { approvalId: string }[] } };
  return body.approvals[0]?.approvalId ?? '';
}

function sheet(page: Page, title: string) {
  return page.locator('.sheet', { has: page.getByRole('heading', { name: title, exact: true }) });
}
