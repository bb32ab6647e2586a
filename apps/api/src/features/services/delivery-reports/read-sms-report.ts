import type { MessageFailure } from '@zawadi/contract';
import type { Report } from './store.ts';

const FINAL: Record<string, Report['state']> = {
  success: 'delivered',
  rejected: 'not_delivered',
  failed: 'not_delivered',
  absentsubscriber: 'not_delivered',
  expired: 'not_delivered',
};

/** Africa's Talking's reasons, https://developers.africastalking.com/docs/sms/notifications; its spelling varies. */
const FAILURES: Record<string, MessageFailure> = {
  userdoesnotexist: 'no_such_number',
  notnetworksubscriber: 'no_such_number',
  notnetworksubcriber: 'no_such_number',
  userisinactive: 'number_inactive',
  useraccountsuspended: 'number_inactive',
  absentsubscriber: 'phone_unreachable',
  userinblacklist: 'blocked',
  donotdisturbrejection: 'blocked',
};

/**
 * Reads a delivery report of Africa's Talking.
 * @returns undefined while the SMS is on its way, and for an unknown status
 */
export function readSmsReport({
  id,
  status,
  failureReason,
}: {
  id: string;
  status: string;
  failureReason?: string | undefined;
}): Report | undefined {
  const state = FINAL[status.toLowerCase()];
  if (state === undefined) return undefined;
  if (state === 'delivered') return { providerId: id, state };
  const reason = failureReason?.replaceAll(/[^A-Za-z]/gu, '') || status;
  return { providerId: id, state, reason, failure: FAILURES[reason.toLowerCase()] ?? 'other' };
}
