import {
  webhookEventName,
  type MachineState,
  type WebhookAddress,
  type WebhookSettings,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readAddresses, type AddressKey, type AddressRecord } from './address-store.ts';
import { countWaiting, readLastTried } from './log-store.ts';

/**
 * Describes a merchant's first webhook address and its events. If nothing was ever saved, there is no URL, and every
 * event is on.
 */
export async function describeWebhook(
  deps: Pick<Deps, 'db'>,
  { merchantId }: { merchantId: string },
): Promise<WebhookSettings> {
  const first = (await readAddresses(deps.db, merchantId)).find(({ id }) => id === merchantId);
  if (!first) return { state: 'not-set', events: [...webhookEventName.options] };
  return { ...settingsOf(first), ...(first.url !== null && { url: first.url }) };
}

/** Lists all webhook addresses of a merchant, the first one first. */
export async function listAddresses(
  deps: Pick<Deps, 'db'>,
  { merchantId }: { merchantId: string },
): Promise<{ addresses: WebhookAddress[] }> {
  return { addresses: (await readAddresses(deps.db, merchantId)).flatMap(addressOf) };
}

/**
 * Describes one webhook address of a merchant.
 * @throws Refusal `not_found`
 */
export async function describeAddress(
  deps: Pick<Deps, 'db'>,
  { merchantId, addressId }: AddressKey,
): Promise<WebhookAddress> {
  const [found] = (await readAddresses(deps.db, merchantId))
    .filter(({ id }) => id === addressId)
    .flatMap(addressOf);
  if (!found) throw new Refusal('not_found');
  return found;
}

function addressOf(record: AddressRecord): WebhookAddress[] {
  const { id: addressId, url, description, createdAt } = record;
  if (url === null) return [];
  return [{ ...settingsOf(record), addressId, url, description, createdAt: createdAt.toISOString() }];
}

function settingsOf(record: AddressRecord) {
  const state = stateOf(record);
  const { events, failures, switchedOffReason, secretMadeAt, oldSecretUntil } = record;
  return {
    state,
    ...explanationOf(state, record),
    ...(state === 'failing' && { failures }),
    ...(state === 'switched-off' && switchedOffReason && { switchedOffReason }),
    events: webhookEventName.options.filter((name) => events.includes(name)),
    ...(secretMadeAt && {
      secret: {
        madeAt: secretMadeAt.toISOString(),
        ...(oldSecretUntil && { oldValidUntil: oldSecretUntil.toISOString() }),
      },
    }),
  };
}

/** States of an address, the most urgent first. */
const BY_URGENCY: readonly WebhookSettings['state'][] = [
  'switched-off',
  'failing',
  'paused',
  'on',
  'not-set',
];

/**
 * Describes the state of a merchant's webhooks for administrators: the number of addresses, and the host of the worst
 * one. Omits the URL's path, which may contain a secret.
 */
export async function describeWebhookState(
  { db }: Pick<Deps, 'db'>,
  { merchantId }: { merchantId: string },
): Promise<MachineState['webhook']> {
  const addresses = (await readAddresses(db, merchantId)).filter(
    ({ id, url }) => url !== null || id === merchantId,
  );
  const urgency = (one: AddressRecord) => BY_URGENCY.indexOf(stateOf(one));
  const [worst] = addresses.toSorted((a, b) => urgency(a) - urgency(b));
  if (!worst) return { state: 'not-set', waiting: 0 };
  const [last, waiting] = await Promise.all([readLastTried(db, merchantId), countWaiting(db, merchantId)]);
  const { url, failingSince, switchedOffAt, switchedOffReason } = worst;
  const others = addresses.filter((one) => one.url !== null).length - 1;
  return {
    state: stateOf(worst),
    ...(url !== null && { host: new URL(url).host }),
    ...(others > 0 && { others }),
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    ...(switchedOffAt && { switchedOffAt: switchedOffAt.toISOString() }),
    ...(switchedOffReason && { switchedOffReason }),
    ...(last && {
      lastDelivery: {
        at: last.at.toISOString(),
        type: last.type,
        isDelivered: last.isDelivered,
        ...(last.status !== null && { status: last.status }),
      },
    }),
    waiting,
  };
}

function stateOf(address: AddressRecord): WebhookSettings['state'] {
  if (address.url === null) return 'not-set';
  if (address.switchedOffReason !== null) return 'switched-off';
  if (!address.isMerchantActive) return 'paused';
  return address.failures > 0 ? 'failing' : 'on';
}

function explanationOf(
  state: WebhookSettings['state'],
  { failures, switchedOffReason }: AddressRecord,
): { explanation?: string } {
  if (state === 'failing') {
    const tries = failures === 1 ? 'The last try' : `The last ${failures} tries`;
    return { explanation: `${tries} failed. We keep trying for about three days.` };
  }
  if (state === 'paused') {
    return { explanation: 'We send nothing while the account is not active. We keep the events.' };
  }
  if (state !== 'switched-off') return {};
  return {
    explanation:
      switchedOffReason === 'gone'
        ? 'Your system answered 410, so we switched the webhook off. Save its address to switch it on.'
        : 'Every try failed for three days, so we switched the webhook off. Save its address to switch it on.',
  };
}
