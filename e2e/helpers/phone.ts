import type { BrowserContext, Page } from '@playwright/test';
import { formatMsisdn } from '@zawadi/contract';
import { eventually } from '@zawadi/story/sandbox-control';
import type { World } from '@zawadi/story/steps';
import { expect } from './test.ts';

/** Opens a phone on the sandbox's own page, in a second tab. */
export async function pickUp(context: BrowserContext, sandboxUrl: string, msisdn: string): Promise<Page> {
  const phone = await context.newPage();
  await phone.goto(`${sandboxUrl}/#${msisdn}`);
  await expect(phone.getByRole('region', { name: `Phone ${formatMsisdn(msisdn)}` })).toBeVisible();
  return phone;
}

/** Enters a PIN into the prompt on the phone opened with `pickUp`. */
export async function enterPin(phone: Page, pin: string): Promise<void> {
  const prompt = phone.getByRole('dialog', { name: 'M-PESA prompt' });
  await prompt.getByLabel('M-PESA PIN').fill(pin);
  await prompt.getByRole('button', { name: 'SEND' }).click();
  await expect(prompt).toBeHidden();
}

/** Cancels the prompt on the phone opened with `pickUp`. */
export async function cancelPrompt(phone: Page): Promise<void> {
  const prompt = phone.getByRole('dialog', { name: 'M-PESA prompt' });
  await prompt.getByRole('button', { name: 'CANCEL' }).click();
  await expect(prompt).toBeHidden();
}

/** Pays at the pay bill by hand on the phone opened with `pickUp`. */
export async function payBill(phone: Page, bill: { reference: string; amount: string }): Promise<void> {
  await phone.getByRole('button', { name: 'Lipa na M-PESA' }).click();
  const dialog = phone.getByRole('dialog', { name: 'Lipa na M-PESA' });
  await dialog.getByLabel('Account number').fill(bill.reference);
  await dialog.getByLabel('Amount').fill(bill.amount);
  await dialog.getByLabel('PIN').fill('1234');
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Pays the current prompt of a phone through the sandbox's API, without the phone page. */
export async function payOnPhone({ sandbox }: World, msisdn: string): Promise<void> {
  const [prompt] = await eventually(`a prompt on ${msisdn}`, async () => {
    const { prompts } = await sandbox.phone(msisdn);
    return prompts.length > 0 ? prompts : undefined;
  });
  await sandbox.answerPrompt(msisdn, prompt?.accountReference ?? '', { pin: '1234' });
}
