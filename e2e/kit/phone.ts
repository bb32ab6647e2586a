import type { BrowserContext, Page } from '@playwright/test';
import { formatMsisdn } from '@zawadi/contract';
import { expect } from './test.ts';

/** Picks up a phone on the sandbox's own page, in a second tab. */
export async function pickUp(context: BrowserContext, sandboxUrl: string, msisdn: string): Promise<Page> {
  const phone = await context.newPage();
  await phone.goto(`${sandboxUrl}/#${msisdn}`);
  await expect(phone.getByRole('region', { name: `Phone ${formatMsisdn(msisdn)}` })).toBeVisible();
  return phone;
}

/** Enters a PIN into the prompt on a phone that was picked up. */
export async function enterPin(phone: Page, pin: string): Promise<void> {
  const prompt = phone.getByRole('dialog', { name: 'M-PESA prompt' });
  await prompt.getByLabel('M-PESA PIN').fill(pin);
  await prompt.getByRole('button', { name: 'SEND' }).click();
  await expect(prompt).toBeHidden();
}
