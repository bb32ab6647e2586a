import type { ApiKeyRights } from '@zawadi/contract/merchants-api-keys';
import { say } from '../../../i18n/say.ts';
import type { Phrase } from '../../../i18n/say.ts';
import { appointmentText } from '../../../ui/calendar-text.ts';

/** Label and purpose of each set of rights that a key can have. */
export const RIGHTS_WORDS = {
  redeem: { label: 'Redeem', help: 'A till: looks vouchers up, redeems and reverses.' },
  create: { label: 'Create vouchers', help: 'A web shop that sells your vouchers. Reads everything too.' },
  read: { label: 'Read', help: 'Bookkeeping: reads vouchers, transactions and settlements.' },
  everything: { label: 'Everything', help: 'Same as the main key.' },
} as const satisfies Record<ApiKeyRights, { label: Phrase; help: Phrase }>;

/** Says until when the secret before the last roll still works. */
export function oldSecretText(until: string): string {
  return say('The old one works until {time}.', { time: appointmentText(new Date(until)) });
}
