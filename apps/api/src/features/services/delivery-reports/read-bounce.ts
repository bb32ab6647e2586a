import type { MessageFailure } from '@zawadi/contract';
import PostalMime, { type Email } from 'postal-mime';
import type { Keys } from '../../../platform/crypto/keys.ts';
import { messageOfBounce } from './report-addresses.ts';
import type { Report } from './store.ts';

/** Limits for a mail that anyone may have written. */
const LIMITS = { maxNestingDepth: 10, maxHeadersSize: 100_000 } as const;

/** Kinds of mail to the address for bounces. `not_final`: the mail server still tries. */
type Bounce = { kind: 'report'; report: Report } | { kind: 'not_final' } | { kind: 'unreadable' };

/** Reads a delivery status notification (RFC 3464) about a mail that Zawadi sent. */
export async function readBounce(keys: Keys, raw: ArrayBuffer): Promise<Bounce> {
  const mail = await PostalMime.parse(raw, { ...LIMITS, attachmentEncoding: 'utf8' }).catch(() => undefined);
  const providerId =
    mail &&
    addresseesOf(mail)
      .map((one) => messageOfBounce(keys, one))
      .find(Boolean);
  const status = mail?.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')?.content;
  if (providerId === undefined || typeof status !== 'string') return { kind: 'unreadable' };
  const action = fieldOf(status, 'Action')?.toLowerCase();
  if (action === 'delivered') return { kind: 'report', report: { providerId, state: 'delivered' } };
  if (action !== 'failed') return { kind: 'not_final' };
  const code = /^[245]\.\d{1,3}\.\d{1,3}/u.exec(fieldOf(status, 'Status') ?? '')?.[0];
  const failure = failureOf(code);
  return { kind: 'report', report: { providerId, state: 'not_delivered', failure, reason: code } };
}

/** The address that a bounce was sent to. Mail servers repeat it in different headers. */
function addresseesOf({ headers }: Email): string[] {
  const names = new Set(['to', 'delivered-to', 'x-original-to']);
  return headers.flatMap(({ key, value }) => (names.has(key) ? [value] : []));
}

/** Returns a field of the first recipient. Our mails have one recipient. */
function fieldOf(status: string, name: string): string | undefined {
  return new RegExp(`^${name}:\\s*(.+)$`, 'imu').exec(status)?.[1]?.trim();
}

/** Enhanced status codes, RFC 3463. */
function failureOf(code: string | undefined): MessageFailure {
  if (code === undefined) return 'other';
  const [, subject, detail] = code.split('.');
  if (subject === '1') return 'no_such_address';
  if (subject === '2') return detail === '2' ? 'mailbox_full' : 'no_such_address';
  return subject === '7' || subject === '6' ? 'mail_refused' : 'other';
}
