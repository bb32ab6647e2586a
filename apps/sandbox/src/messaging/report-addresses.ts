import { z } from 'zod';
import type { World } from '../world.ts';

/** URLs for delivery reports, as an operator enters them at the SMS gateway and in the mail server. */
export const reportAddressesSchema = z.object({ sms: z.url(), mail: z.url() }).partial();

type Reporter = keyof z.infer<typeof reportAddressesSchema>;

export function storeReportAddresses(
  { database }: World,
  addresses: z.infer<typeof reportAddressesSchema>,
): void {
  for (const [reporter, url] of Object.entries(addresses))
    database.run('INSERT OR REPLACE INTO report_addresses (reporter, url) VALUES (?, ?)', reporter, url);
}

export function findReportAddress({ database }: World, reporter: Reporter): string | undefined {
  return database.one<{ url: string }>('SELECT url FROM report_addresses WHERE reporter = ?', reporter)?.url;
}
