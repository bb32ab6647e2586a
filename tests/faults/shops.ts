import { randomUUID } from 'node:crypto';
import { createZawadi, verifyWebhook, type Zawadi, type ZawadiEvent } from '@zawadi/sdk';
import { saveWebhook } from '../../apps/api/src/features/merchants/webhooks/save-webhook.ts';
import {
  startReceiver,
  type Receiver,
} from '../../apps/api/src/features/merchants/webhooks/testing/start-receiver.ts';
import { newTill, type Till } from '../../apps/api/src/testing/tills.ts';
import type { Surroundings } from './processes.ts';
import type { Random } from './random.ts';

/** A merchant with its own system: a client of the API, and a receiver of webhooks. */
export type Shop = Till & { zawadi: Zawadi; receiver: Receiver; secret: string };

/** Opens a shop that answers its webhooks, but loses one in a hundred answers. */
export async function openShop(product: Surroundings, random: Random, opened?: Till): Promise<Shop> {
  const till = opened ?? (await newTill(product));
  const receiver = await startReceiver();
  receiver.answer((response) => {
    if (random.below(100) === 0) response.socket?.destroy();
    else response.writeHead(204).end();
  });
  const { merchantId } = till;
  const request = { merchantId, url: receiver.url, staffId: randomUUID(), isOwner: true };
  const { signingSecret: secret = '' } = await saveWebhook(product.deps, request);
  const [apiKey = '', apiSecret = ''] = till.basic.split(':');
  const zawadi = createZawadi({ apiKey, apiSecret, baseUrl: `${product.api.baseUrl}/api/v1` });
  return { ...till, zawadi, receiver, secret };
}

/** Returns every event that a shop received, without duplicates. */
export async function readEvents({ receiver, secret }: Shop): Promise<ZawadiEvent[]> {
  const events = new Map<string, ZawadiEvent>();
  for (const { body: payload, headers } of receiver.heard) {
    // The test moves the clock, so an event may be verified long after its arrival.
    const event = await verifyWebhook({ payload, headers, secret, toleranceSeconds: Infinity });
    events.set(event.id, event);
  }
  return [...events.values()];
}
