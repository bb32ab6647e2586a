import type { Surroundings } from './processes.ts';

/**
 * Makes all waiting work due: queries, retries, and messages stored by a process that died. Then the worker's sweeps
 * find it within seconds, not within a minute.
 */
export async function letTimePass({ owner }: Surroundings): Promise<void> {
  await owner.query(`
    update orders set sending_at = now() - interval '45 seconds' where state = 'SENDING';
    update orders set next_poll_at = now()
      where state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN') and next_poll_at > now();
    update provider_messages set received_at = now() - interval '1 minute' where processed_at is null;
    update outbox set available_at = now() where state = 'pending' and available_at > now()`);
}

/** Ends the lease of a process that died during a token request. Otherwise the lease would expire after 20 seconds. */
export async function letTokenLeaseEnd({ owner }: Surroundings): Promise<void> {
  await owner.query('update provider_tokens set lease_until = now() where lease_until > now()');
}

/**
 * Ends the leases of killed processes on messages, events and the token, and their jobs. Otherwise these would last up
 * to a minute. Call it only if no running process has such a lease.
 */
export async function letLeasesEnd(product: Surroundings): Promise<void> {
  await letTokenLeaseEnd(product);
  await product.owner.query(`
    update outbox set lease_until = now() where lease_until > now();
    update webhook_deliveries set lease_until = now() where lease_until > now();
    delete from pgboss.job where state = 'active'`);
}

/** Deletes the stored M-PESA token, so that the next request to M-PESA begins with a token request. */
export async function forgetToken({ owner }: Surroundings): Promise<void> {
  await owner.query('delete from provider_tokens');
}
