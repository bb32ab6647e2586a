import type { CDPSession, Page } from '@playwright/test';
import { DEMO_PASSWORD } from '@zawadi/story/people';
import { expect } from './test.ts';

export type Authenticator = {
  /** Number of stored passkeys. */
  count: () => Promise<number>;
  /** Sets whether the person passes the fingerprint or face check. */
  setVerified: (isVerified: boolean) => Promise<void>;
};

/** Adds a virtual phone authenticator to the browser of a page. It approves every request at once. */
export async function addPhoneAuthenticator(page: Page): Promise<Authenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    setVerified: (isUserVerified) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }).then(() => undefined),
  };
}

export async function openPasskeys(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Manage passkeys' }).click();
}

/** Adds a passkey to an account, on the page that lists its passkeys. */
export async function addPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey?' });
  await dialog.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
}
