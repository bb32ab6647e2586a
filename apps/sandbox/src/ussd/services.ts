import { z } from 'zod';
import type { World } from '../world.ts';

/** A USSD code, and the two addresses that an operator enters for it at the gateway. */
export const serviceSchema = z.object({
  serviceCode: z.string().regex(/^\*\d+(\*\d+)*#$/, 'must be a code such as *384*262#'),
  /** Receives one request per screen. */
  callbackUrl: z.url(),
  /** Receives one event per ended session. Without it, there are no events. */
  eventUrl: z.url().optional(),
});
export type UssdService = z.infer<typeof serviceSchema>;

type Row = { service_code: string; callback_url: string; event_url: string | null };

export function storeService({ database }: World, { serviceCode, callbackUrl, eventUrl }: UssdService): void {
  const insert = `
    INSERT INTO ussd_services (service_code, callback_url, event_url) VALUES (?, ?, ?)
    ON CONFLICT (service_code) DO UPDATE SET callback_url = excluded.callback_url, event_url = excluded.event_url`;
  database.run(insert, serviceCode, callbackUrl, eventUrl ?? null);
}

export function allServices({ database }: World): UssdService[] {
  return database
    .all<Row>('SELECT * FROM ussd_services ORDER BY rowid')
    .map(({ service_code: serviceCode, callback_url: callbackUrl, event_url: eventUrl }) => ({
      serviceCode,
      callbackUrl,
      ...(eventUrl === null ? {} : { eventUrl }),
    }));
}

export function findService(world: World, serviceCode: string): UssdService | undefined {
  return allServices(world).find((service) => service.serviceCode === serviceCode);
}
