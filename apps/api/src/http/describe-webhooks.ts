import { webhookData } from '@zawadi/contract';
import { z } from 'zod';
import { capitalised, type JsonSchemas } from './json-schemas.ts';

export const WEBHOOK_PARAMETERS = {
  WebhookId: signed('webhook-id', 'Names the event, the same at every try: handle each id once.'),
  WebhookTimestamp: signed(
    'webhook-timestamp',
    'Seconds since 1970 of this try: refuse what is older than five minutes.',
  ),
  WebhookSignature: signed(
    'webhook-signature',
    '`v1,` and HMAC-SHA256 in base64 over `id.timestamp.body` (Standard Webhooks); two of them for a day after a change of secret.',
  ),
};

function signed(name: string, description: string): object {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}

/** Describes the webhooks sent to merchants for the OpenAPI document, by event. */
export function describeWebhooks(schemas: JsonSchemas): Record<string, object> {
  const events = Object.entries<z.ZodType>(webhookData).map(([type, data]) => {
    const name = type.split('.').map(capitalised).join('');
    const description = z.globalRegistry.get(data)?.description ?? type;
    const event = schemas.add(`${name}Event`, {
      type: 'object',
      description,
      properties: {
        type: { type: 'string', const: type },
        timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
        data: schemas.schemaOf(data, 'output', name),
      },
      required: ['type', 'timestamp', 'data'],
    });
    const operation = {
      operationId: `on${name}`,
      summary: description,
      tags: ['Webhooks'],
      security: [],
      parameters: Object.keys(WEBHOOK_PARAMETERS).map((one) => ({ $ref: `#/components/parameters/${one}` })),
      requestBody: { required: true, content: { 'application/json': { schema: event } } },
      responses: {
        '2XX': {
          description:
            'Taken. After any other answer, or none within ten seconds, we try again over about three days.',
        },
      },
    };
    return [type, { post: operation }] as const;
  });
  return Object.fromEntries(events);
}
