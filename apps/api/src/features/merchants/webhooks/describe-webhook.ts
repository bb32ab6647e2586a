import { webhookEventName, type MachineState, type WebhookSettings } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { readEndpoint, type EndpointRecord } from './endpoint-store.ts';
import { countWaiting, readLastTried } from './log-store.ts';

/** Where a merchant's events go, and which. A merchant that has never saved anything has all events and no address. */
export async function describeWebhook(
  deps: Pick<Deps, 'db'>,
  { merchantId }: { merchantId: string },
): Promise<WebhookSettings> {
  const endpoint = await readEndpoint(deps.db, merchantId);
  if (!endpoint) return { state: 'not-set', events: [...webhookEventName.options] };
  const state = stateOf(endpoint);
  return {
    state,
    ...(endpoint.url !== null && { url: endpoint.url }),
    ...explanationOf(state, endpoint),
    events: webhookEventName.options.filter((name) => endpoint.events.includes(name)),
    ...(endpoint.secretMadeAt && {
      secret: {
        madeAt: endpoint.secretMadeAt.toISOString(),
        ...(endpoint.oldSecretUntil && { oldValidUntil: endpoint.oldSecretUntil.toISOString() }),
      },
    }),
  };
}

/** How a merchant's webhook fares, for administrators: of its address the host only, as a path may be a secret. */
export async function describeWebhookState(
  { db }: Pick<Deps, 'db'>,
  { merchantId }: { merchantId: string },
): Promise<MachineState['webhook']> {
  const endpoint = await readEndpoint(db, merchantId);
  if (!endpoint) return { state: 'not-set', waiting: 0 };
  const [last, waiting] = await Promise.all([readLastTried(db, merchantId), countWaiting(db, merchantId)]);
  const { url, failingSince, switchedOffAt, switchedOffReason } = endpoint;
  return {
    state: stateOf(endpoint),
    ...(url !== null && { host: new URL(url).host }),
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

function stateOf(endpoint: EndpointRecord): WebhookSettings['state'] {
  if (endpoint.url === null) return 'not-set';
  if (endpoint.switchedOffReason !== null) return 'switched-off';
  if (!endpoint.isMerchantActive) return 'paused';
  return endpoint.failures > 0 ? 'failing' : 'on';
}

function explanationOf(
  state: WebhookSettings['state'],
  { failures, switchedOffReason }: EndpointRecord,
): { explanation?: string } {
  if (state === 'failing') {
    const tries = failures === 1 ? 'The last try' : `The last ${failures} tries`;
    return { explanation: `${tries} failed. We keep trying for about three days.` };
  }
  if (state === 'paused') {
    return { explanation: 'Nothing is sent while the account is not active. Events are kept.' };
  }
  if (state !== 'switched-off') return {};
  return {
    explanation:
      switchedOffReason === 'gone'
        ? 'Your system answered 410, so we switched the webhook off. Save its address to switch it on.'
        : 'Every try failed for three days, so we switched the webhook off. Save its address to switch it on.',
  };
}
