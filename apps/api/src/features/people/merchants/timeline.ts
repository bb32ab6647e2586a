import {
  formatKes,
  settlementSchedule,
  type HandlerAnswer,
  type HandlerInput,
  type MerchantEvent,
  type SettlementSchedule,
  type merchantTimeline,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readMerchant } from './store.ts';
import { readTimeline, type TimelineRow, type ActivityKind } from './timeline-store.ts';

/** Titles of actions by a merchant's staff. */
const ACTIONS: Record<ActivityKind, string> = {
  added: 'Merchant added',
  updated: 'Details changed',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset by mail',
  'two-factor-on': 'Two-factor authentication switched on',
  'two-factor-off': 'Two-factor authentication switched off',
  'recovery-codes-renewed': 'Recovery codes renewed',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'profile-changed': 'Profile changed',
  'place-added': 'Place added',
  'place-changed': 'Place changed',
  'place-closed': 'Place closed',
  'contact-email-changed': 'Contact address changed',
  'contact-email-taken-back': 'Contact address taken back by “this was not me”',
  'settlements-held': 'Settlements held: the former contact said “this was not me”',
  'colour-changed': 'Colour changed',
  'logo-changed': 'Logo changed',
  'logo-removed': 'Logo removed',
  'opening-hours-changed': 'Opening hours changed',
  'settlement-schedule-changed': 'Settlement schedule changed',
  'payout-channel-changed': 'Pay-out channel changed',
  'api-secret-renewed': 'API secret regenerated',
  'api-key-made': 'API key made',
  'api-key-rolled': 'New secret for an API key',
  'api-key-revoked': 'API key revoked',
  'api-security-changed': 'API security changed',
  'webhook-changed': 'Webhook changed',
  'webhook-secret-renewed': 'Webhook secret renewed',
  'webhook-switched-off': 'Webhook switched off',
  'member-added': 'Staff account added',
  'member-updated': 'Staff account changed',
  'member-password-reset': 'Password of a staff account reset',
};

/** Titles of administrators' actions; the keys follow `merchant.` in the audit log's action names. */
const ADMINISTRATION: Record<string, string> = {
  added: 'Merchant added',
  updated: 'Details changed',
  active: 'Merchant set active',
  pending: 'Merchant set pending',
  suspended: 'Merchant suspended',
  inactive: 'Merchant closed',
  'owner-password-reset': 'Temporary password mailed to the owner',
  'payout-channel-released': 'Pay-out channel released',
  'settlements-resumed': 'Settlements go on',
};

const SWITCHED_OFF: Record<string, string> = {
  gone: 'its system answered 410',
  failing: 'it failed for three days',
};

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const FIELDS: Record<string, string> = {
  businessName: 'business name',
  contactName: 'contact name',
  contactEmail: 'contact address',
  contactPhoneMsisdn: 'contact number',
  primaryColor: 'colour',
  logoUrl: 'logo',
  category: 'what it sells',
  town: 'town',
  street: 'street',
  shopPhoneMsisdn: 'phone for customers',
  mapLink: 'map link',
};

/**
 * Returns the timeline of a merchant.
 * @throws Refusal `not_found`, `validation_failed` for an invalid cursor
 */
export async function timelineOf(
  db: Db,
  { merchantId, query }: { merchantId: string; query: HandlerInput<typeof merchantTimeline>['query'] },
): Promise<HandlerAnswer<typeof merchantTimeline>> {
  if (!(await readMerchant(db, merchantId))) throw new Refusal('not_found');
  const after = parseCursor(query.cursor);
  const { shown, nextCursor } = pageOf(
    await readTimeline(db, merchantId, { after, limit: query.limit + 1 }),
    query.limit,
  );
  return { events: shown.map(describe), nextCursor };
}

function describe(row: TimelineRow): MerchantEvent {
  const { id: eventId, at, kind, actorKind, actorName, reason, details } = row;
  return {
    eventId,
    at: at.toISOString(),
    kind,
    description: describeAction(kind, details),
    actorKind,
    actorName,
    reason: reason || undefined,
  };
}

/**
 * Describes an action in plain words.
 * @param kind the kind of an activity, or the action of an audit entry
 */
function describeAction(kind: string, details: Record<string, unknown>): string {
  const action = kind.replace(/^merchant\./u, '');
  if (action === 'balance-adjusted') return describeAdjustment(changedIn(details));
  const words = kind.includes('.') ? ADMINISTRATION[action] : ACTIONS[action as ActivityKind];
  const text = words ?? plain(kind);
  if (action === 'updated') return withFields(text, changedIn(details));
  const further = furtherWords(action, details);
  return further === undefined ? text : `${text}: ${further}`;
}

/** Returns the detail that the title of an action needs, such as a name or a payee. */
function furtherWords(action: string, details: Record<string, unknown>): string | undefined {
  if (action.startsWith('approval.')) return textOf(changedIn(details).get('summary'));
  if (action === 'settlement-schedule-changed') return scheduleInWords(settlementSchedule.parse(details));
  if (action === 'webhook-switched-off') return SWITCHED_OFF[String(details['reason'])];
  return textOf(details['signInCode'] ?? details['channel'] ?? details['keyName'] ?? details['address']);
}

function scheduleInWords(schedule: SettlementSchedule): string {
  const day = schedule.frequency === 'daily' ? 'day' : WEEKDAYS[schedule.weekday - 1];
  return `every ${day} at ${String(schedule.hour).padStart(2, '0')}:00`;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns the new values of the fields in an audit entry. */
function changedIn({ after }: Record<string, unknown>): Map<string, unknown> {
  return new Map(typeof after === 'object' && after !== null ? Object.entries(after) : []);
}

function describeAdjustment(changed: Map<string, unknown>): string {
  const sum = formatKes(Number(changed.get('amount')));
  return changed.get('direction') === 'credit'
    ? `${sum} added to the balance`
    : `${sum} taken from the balance`;
}

function withFields(text: string, changed: Map<string, unknown>): string {
  const names = [...changed.keys()].map((name) => FIELDS[name] ?? name);
  return names.length === 0 ? text : `${text}: ${names.join(', ')}`;
}

/** Turns `api-secret-renewed` into `Api secret renewed`, for an action that has no words here yet. */
function plain(kind: string): string {
  const words = kind.replaceAll(/[.-]/gu, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
