import {
  makeWebhookSecret,
  readWebhook,
  readWebhookDelivery,
  saveWebhook as saveWebhookEndpoint,
  sendWebhookAgain,
  testWebhook as testWebhookEndpoint,
  webhookDeliveries,
} from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { route, type Route } from '../../../http/routes.ts';
import { describeDelivery, listDeliveries } from './describe-delivery.ts';
import { describeWebhook } from './describe-webhook.ts';
import { makeSecret, saveWebhook } from './save-webhook.ts';
import { sendAgain, testWebhook } from './send-on-request.ts';

export function routes(deps: Deps): Route[] {
  return [
    route(readWebhook, (_, { actor }) => describeWebhook(deps, actor)),
    route(saveWebhookEndpoint, ({ body }, { actor: { merchantId, staffId, staffRole } }) =>
      saveWebhook(deps, { ...body, merchantId, staffId, isOwner: staffRole === 'owner' }),
    ),
    route(makeWebhookSecret, ({ body }, { actor: { merchantId, staffId } }) =>
      makeSecret(deps, { ...body, merchantId, staffId }),
    ),
    route(testWebhookEndpoint, (_, { actor }) => testWebhook(deps, actor)),
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
