/**
 * Data that jobs delete, by table name: the time after its last use, and the job. `docs/data-protection.md` has the
 * same list, and a test compares the two.
 */
export const RETENTION = {
  /** Deletes only the bodies. The arrival, time and outcome of a message stay. */
  provider_messages: { after: '180 days', job: 'delete-provider-message-bodies' },
  payment_queries: { after: '180 days', job: 'delete-provider-message-bodies' },
  /** Sent messages. Their content was deleted when they were sent. */
  outbox: { after: '30 days', job: 'remove-old-outbox-rows' },
  /** Messages that were given up, with their sealed content. */
  outbox_not_sent: { after: '90 days', job: 'remove-old-outbox-rows' },
  delivery_reports: { after: '30 days', job: 'delete-old-reports' },
  ussd_sessions: { after: '7 days', job: 'delete-old-ussd-sessions' },
  ussd_failures: { after: '7 days', job: 'delete-old-ussd-sessions' },
  ussd_sims: { after: '1 day', job: 'delete-old-ussd-sessions' },
  ussd_numbers: { after: '1 year', job: 'delete-old-ussd-sessions' },
  webhook_deliveries: { after: '30 days', job: 'remove-old-webhooks' },
  merchant_api_requests: { after: '30 days', job: 'delete-old-api-requests' },
  sessions: { after: '30 days', job: 'delete-expired-sessions', function: 'delete_old_sessions' },
  limited_attempts: { after: '2 days', job: 'delete-expired-sessions' },
  /** The limits need only the last day. The earlier days show usual use. */
  unverified_contact_messages: { after: '7 days', job: 'delete-unverified-contact-messages' },
  call_counts: { after: '2 minutes', job: 'delete-old-call-counts' },
  known_devices: { after: '180 days', job: 'delete-expired-sessions' },
  one_time_codes: { after: '0 days', job: 'delete-expired-codes' },
  reset_links: { after: '0 days', job: 'delete-expired-codes' },
  not_me_links: { after: '0 days', job: 'delete-expired-codes' },
  contact_changes: { after: '0 days', job: 'delete-expired-codes' },
  user_email_verifications: { after: '0 days', job: 'delete-expired-codes' },
  spent_passkey_challenges: {
    after: '1 hour',
    job: 'delete-expired-challenges',
    function: 'delete_expired_passkey_challenges',
  },
  push_subscriptions: { after: '1 day', job: 'delete-dead-push-subscriptions' },
  /** Counts from the end of what the photo was added to, or from the upload if that was never paid. */
  gift_photos: { after: '90 days', job: 'delete-old-photos' },
  /** Documents that no posting and no note used. */
  documents: { after: '1 day', job: 'delete-unused-documents' },
  /** Purchases that were registered but never paid. */
  purchases: { after: '24 hours', job: 'delete-stale-registrations', function: 'delete_stale_registrations' },
  /** Rows of those purchases. */
  purchase_gifts: {
    after: '24 hours',
    job: 'delete-stale-registrations',
    function: 'delete_stale_registrations',
  },
  /** Previews need a month, plus a rule's longest time window of one week. */
  wrong_codes: { after: '40 days', job: 'delete-old-fraud-rows' },
  proven_phones: { after: '90 days', job: 'delete-old-fraud-rows', function: 'delete_old_proven_phones' },
  transaction_outcomes: {
    after: '1 day',
    job: 'delete-old-transaction-outcomes',
    function: 'delete_old_transaction_outcomes',
  },
} as const satisfies Record<
  string,
  {
    /** An SQL interval. */
    after: string;
    job: string;
    /** The database function that contains the interval, if there is one. */
    function?: string;
  }
>;
