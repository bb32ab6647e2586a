import type { Surroundings } from './processes.ts';

/**
 * Makes all waiting work due: queries, retries, and messages stored by a process that died. The real sweeps then find
 * it within seconds instead of up to a minute.
 */
export async function letTimePass({ owner }: Surroundings): Promise<void> {
  await owner.query(`
    update orders set sending_at = now() - interval '45 seconds' where state = 'SENDING';
    update orders set next_poll_at = now()
      where state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN') and next_poll_at > now();
    update provider_messages set received_at = now() - interval '1 minute' where processed_at is null;
    update outbox set available_at = now() where state = 'pending' and available_at > now()`);
}

/** Ends the lease of a process that died during a token request; it would otherwise expire after 20 seconds. */
export async function letTokenLeaseEnd({ owner }: Surroundings): Promise<void> {
  await owner.query('update provider_tokens set lease_until = now() where lease_until > now()');
}

/**
 * Ends what killed processes still hold, which would otherwise take up to a minute: leases on messages, events and the
 * token, and jobs whose heartbeat has stopped. No other process may run.
 */
export async function letLeasesEnd(product: Surroundings): Promise<void> {
  await letTokenLeaseEnd(product);
  await product.owner.query(`
    update outbox set lease_until = now() where lease_until > now();
    update webhook_deliveries set lease_until = now() where lease_until > now();
    delete from pgboss.job where state = 'active'`);
}

/** Deletes the token, so that the next process that calls M-PESA starts with a token request. */
export async function forgetToken({ owner }: Surroundings): Promise<void> {
  await owner.query('delete from provider_tokens');
}
