import { randomUUID } from 'node:crypto';
import {
  addMember,
  adminLogin,
  changePassword,
  listMembers,
  listPlaces,
  makeWebhookSecret,
  maskMsisdn,
  merchantLogin,
  readMerchantSettings,
  readWebhook,
  redeemAtTill,
  resetMemberPassword,
  runSettlements,
  saveWebhook,
  updatePlace,
  updatePayoutChannel,
  type CallInput,
} from '@zawadi/contract';
import type { ApiClient } from './api-client.ts';
import { DEMO_PASSWORD } from './people.ts';
import { eventually } from './sandbox-control.ts';
import type { World } from './steps.ts';

/** A staff member of a merchant, signed in to the portal. */
export type Member = { bearer: string };

/** @param merchantCode `DUKA001`, or `DUKA001.juma` for one of its staff members */
export async function signInMember(
  api: ApiClient,
  merchantCode: string,
  password = DEMO_PASSWORD,
): Promise<Member> {
  const { accessToken } = await api.call(merchantLogin, { body: { merchantCode, password } });
  return { bearer: accessToken };
}

/**
 * Sets this phone as pay-out channel, if the merchant has none.
 * @returns whether this phone is the merchant's pay-out channel
 */
export async function ensurePayoutChannel({ api }: World, owner: Member, msisdn: string): Promise<boolean> {
  const { payoutChannel } = await api.call(readMerchantSettings, {}, owner);
  if (payoutChannel) {
    return payoutChannel.channel.kind === 'mpesa' && payoutChannel.channel.msisdn === maskMsisdn(msisdn);
  }
  const channel = { kind: 'mpesa', msisdn } as const;
  await api.call(updatePayoutChannel, { body: { password: DEMO_PASSWORD, channel } }, owner);
  return true;
}

/** Sets where customers find the main place of a shop. Gifts and receipts show the place from then on. */
export async function setShopPlace(
  { api }: World,
  owner: Member,
  place: CallInput<typeof updatePlace>['body'],
): Promise<void> {
  const main = (await api.call(listPlaces, {}, owner)).places.find(({ isMain }) => isMain);
  if (!main) throw new Error('the merchant has no main place');
  await api.call(updatePlace, { params: { placeId: main.placeId }, body: place }, owner);
}

/** Adds a cashier, who sets an own password at the first sign-in. If the cashier exists, only signs them in. */
export async function ensureCashier(
  { api, sandbox }: World,
  owner: Member,
  cashier: { merchantCode: string; name: string; handle: string; email: string },
): Promise<Member> {
  const { merchantCode, ...person } = cashier;
  const signInCode = `${merchantCode}.${person.handle}`;
  const known = (await api.call(listMembers, {}, owner)).staff.find((one) => one.signInCode === signInCode);
  if (known && !known.mustChangePassword) return signInMember(api, signInCode);
  await (known
    ? api.call(resetMemberPassword, { params: { staffId: known.staffId }, body: {} }, owner)
    : api.call(addMember, { body: { ...person, staffRole: 'cashier' } }, owner));
  const tried = new Set<string>();
  return eventually(`the first password of ${signInCode}`, async () => {
    const [, currentPassword = ''] = await sandbox.mail(person.email, /First password: (\S+)/u);
    // The newest email may be an old one with an invalid password. Try each password once, because wrong ones count
    // towards the sign-in limit.
    if (tried.has(currentPassword)) return undefined;
    tried.add(currentPassword);
    const first = await signInMember(api, signInCode, currentPassword);
    const body = { currentPassword, newPassword: DEMO_PASSWORD };
    return { bearer: (await api.call(changePassword, { body }, first)).accessToken };
  });
}

/** Redeems an amount of a voucher at the till page; by default the whole balance. */
export async function redeemByHand(
  { api }: World,
  cashier: Member,
  sale: { code: string; amount?: number; attemptId?: string },
): Promise<void> {
  await api.call(redeemAtTill, { body: { attemptId: randomUUID(), ...sale } }, cashier);
}

/**
 * Sends a merchant's webhook events to an address, and makes a new signing secret.
 * @returns the secret, and a function that restores the former address
 */
export async function sendEventsTo(
  { api }: World,
  owner: Member,
  url: string,
): Promise<{ secret: string; restore: () => Promise<void> }> {
  const { url: former = null } = await api.call(readWebhook, {}, owner);
  await api.call(saveWebhook, { body: { url } }, owner);
  const { signingSecret: secret } = await api.call(makeWebhookSecret, { body: { endsOld: false } }, owner);
  const restore = async (): Promise<void> => {
    await api.call(saveWebhook, { body: { url: former } }, owner);
  };
  return { secret, restore };
}

/** Settles a merchant's balance now, as an administrator. */
export async function settle({ api }: World, adminEmail: string, merchantCode: string): Promise<void> {
  const body = { email: adminEmail, password: DEMO_PASSWORD };
  const { accessToken: bearer } = await api.call(adminLogin, { body });
  await api.call(runSettlements, { body: { merchantCode, upTo: 'now' } }, { bearer });
}
