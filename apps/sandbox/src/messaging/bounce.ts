import type { World } from '../world.ts';
import { findReportAddress } from './report-addresses.ts';

/** Ends of a mail that its sender is notified of, with enhanced status codes (RFC 3463). */
const notices = {
  bounce: { action: 'failed', status: '5.1.1', text: 'The mailbox does not exist.' },
  delay: { action: 'delayed', status: '4.4.1', text: 'The mail is late. We keep trying.' },
} as const;

/** Sends a delivery status notification (RFC 3464) about a mail to the address of the operator's mail server. */
export function sendBounce(
  world: World,
  notice: keyof typeof notices,
  { sender, recipient }: { sender: string; recipient: string },
): void {
  const url = findReportAddress(world, 'mail');
  // Mail without an envelope sender is a notification itself, and never answered.
  if (url === undefined || sender === '') return;
  world.callbacks.schedule({
    subject: recipient,
    url,
    body: notification(notices[notice], { sender, recipient, at: world.clock() }),
    contentType: 'message/rfc822',
    delivery: { copies: 1, delayMs: 0, drop: false },
  });
}

const BOUNDARY = 'sandbox-report';

function notification(
  { action, status, text }: (typeof notices)[keyof typeof notices],
  { sender, recipient, at }: { sender: string; recipient: string; at: Date },
): string {
  return [
    'From: Mail Delivery System <MAILER-DAEMON@sandbox.test>',
    `To: ${sender}`,
    `Date: ${at.toUTCString()}`,
    'Subject: Delivery Status Notification',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${BOUNDARY}"`,
    '',
    `--${BOUNDARY}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `${recipient}: ${text}`,
    '',
    `--${BOUNDARY}`,
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; sandbox.test',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${status} ${text}`,
    '',
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n');
}
