import { voucherRefusals } from '@zawadi/contract/voucher-refusals';
import { say } from '../../../i18n/say.ts';
import { nairobiDay } from '../../../ui/calendar-text.ts';

/** Delivery time of a gift, as typed into the form. Nairobi is always UTC+3, without summer time. */
export type Delivery = { delivery: 'now' | 'later'; deliverDay: string; deliverHour: string };

const YEAR_MS = 365 * 86_400_000;

/** Hours to choose, 00 to 23; a gift is delivered at the start of an hour. */
export const HOUR_OPTIONS = Array.from({ length: 24 }, (_, hour) => {
  const value = String(hour).padStart(2, '0');
  return { value, label: `${value}:00` };
});

/** Returns the chosen delivery time; undefined for immediate delivery or without a chosen day. */
export function deliverAt({ delivery, deliverDay, deliverHour }: Delivery): string | undefined {
  return delivery === 'now' || deliverDay === '' ? undefined : `${deliverDay}T${deliverHour}:00:00+03:00`;
}

/** Returns whether a moment is in the future, for example a gift's delivery time. */
export function isAhead(moment: string | undefined, now: Date = new Date()): moment is string {
  return moment !== undefined && Date.parse(moment) > now.getTime();
}

/** Returns the problem with the chosen time, which must be in the future and at most a year away. */
export function deliveryProblem(typed: Delivery, now: Date): string | undefined {
  if (typed.delivery === 'now') return undefined;
  if (typed.deliverDay === '') return say('Please choose a day');
  const moment = Date.parse(deliverAt(typed) ?? '');
  const isGood = moment > now.getTime() && moment <= now.getTime() + YEAR_MS;
  return isGood ? undefined : say(voucherRefusals.delivery_moment_invalid.message);
}

/** Returns the hour in Nairobi, in the form's format. */
export function nairobiHour(moment: Date): string {
  return String((moment.getUTCHours() + 3) % 24).padStart(2, '0');
}

/** Returns the first and the last day to choose from, in Nairobi. */
export function deliveryDays(now: Date): { first: string; last: string } {
  return { first: nairobiDay(now), last: nairobiDay(new Date(now.getTime() + YEAR_MS)) };
}
