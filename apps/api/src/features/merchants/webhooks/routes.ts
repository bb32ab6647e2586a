import {
  addWebhookAddress,
  changeWebhookAddress,
  listWebhookAddresses,
  makeWebhookAddressSecret,
  makeWebhookSecret,
  readWebhook,
  readWebhookDelivery,
  readWebhookEvent,
  removeWebhookAddress,
  saveWebhook as saveWebhookEndpoint,
  sendWebhookAgain,
  streamEvents,
  testWebhook as testWebhookEndpoint,
  testWebhookAddress,
  webhookDeliveries,
  webhookEvents,
} from '@zawadi/contract';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { describeDelivery, listDeliveries } from './describe-delivery.ts';
import { describeWebhook, listAddresses } from './describe-webhook.ts';
import { describeEvent, listLoggedEvents, type LogDeps } from './event-log.ts';
import { openStream, type EventHub } from './event-streams.ts';
import { addAddress, changeAddress, makeSecret, removeAddress, saveWebhook } from './save-webhook.ts';
import { sendAgain, testWebhook } from './send-on-request.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(readWebhook, (_, { actor }) => describeWebhook(deps, actor)),
    route(saveWebhookEndpoint, ({ body }, { actor: { merchantId, staffId, staffRole } }) =>
      saveWebhook(deps, { ...body, merchantId, staffId, isOwner: staffRole === 'owner' }),
    ),
    route(makeWebhookSecret, ({ body }, { actor: { merchantId, staffId } }) =>
      makeSecret(deps, { ...body, merchantId, addressId: merchantId, staffId }),
    ),
    route(testWebhookEndpoint, (_, { actor: { merchantId } }) =>
      testWebhook(deps, { merchantId, addressId: merchantId }),
    ),
    ...addressRoutes(deps),
    route(webhookDeliveries, ({ query }, { actor: { merchantId } }) =>
      listDeliveries(deps, { ...query, merchantId }),
    ),
    route(readWebhookDelivery, ({ params }, { actor: { merchantId } }) =>
      describeDelivery(deps, { ...params, merchantId }),
    ),
    route(sendWebhookAgain, ({ params }, { actor: { merchantId } }) =>
      sendAgain(deps, { ...params, merchantId }),
    ),
  ];
}

function addressRoutes(deps: Deps): Route[] {
  return [
    route(listWebhookAddresses, (_, { actor }) => listAddresses(deps, actor)),
    route(addWebhookAddress, ({ body }, { actor: { merchantId, staffId, staffRole } }) =>
      addAddress(deps, { ...body, merchantId, staffId, isOwner: staffRole === 'owner' }),
    ),
    route(changeWebhookAddress, ({ params, body }, { actor: { merchantId, staffId } }) =>
      changeAddress(deps, { ...body, ...params, merchantId, staffId }),
    ),
    route(removeWebhookAddress, async ({ params }, { actor: { merchantId, staffId } }) => {
      await removeAddress(deps, { ...params, merchantId, staffId });
      return {};
    }),
    route(makeWebhookAddressSecret, ({ params, body }, { actor: { merchantId, staffId } }) =>
      makeSecret(deps, { ...body, ...params, merchantId, staffId }),
    ),
    route(testWebhookAddress, ({ params }, { actor: { merchantId } }) =>
      testWebhook(deps, { ...params, merchantId }),
    ),
  ];
}

export function logRoutes(deps: LogDeps): Route[] {
  return [
    route(webhookEvents, ({ query }, { actor: { merchantId } }) =>
      listLoggedEvents(deps, { ...query, merchantId }),
    ),
    route(readWebhookEvent, ({ params }, { actor: { merchantId } }) =>
      describeEvent(deps, { ...params, merchantId }),
    ),
  ];
}

export type StreamDeps = Deps & {
  eventHub: EventHub;
  /** Returns true while the caller of an open event stream may keep it. */
  isStillAllowed: (request: FastifyRequest) => Promise<boolean>;
};

export function streamRoutes(deps: StreamDeps): Route[] {
  return [
    route(streamEvents, (_input, { actor: { merchantId }, reply }) =>
      openStream(deps, { merchantId, reply, isAllowed: () => deps.isStillAllowed(reply.request) }),
    ),
  ];
}
