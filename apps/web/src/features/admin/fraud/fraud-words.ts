import type { FraudRule } from '@zawadi/contract/fraud';
import type { FraudOutcome } from '@zawadi/contract/fraud-desk';

/** Labels of the fraud rules. */
export const RULE_WORDS = {
  wrong_codes: 'Wrong codes',
  rapid_redemptions: 'Rapid redemptions',
  many_vouchers_one_phone: 'Many vouchers of one phone',
  unusually_large: 'Unusually large',
  outside_opening_hours: 'Outside opening hours',
  shop_velocity: 'Busy shop',
  buyer_velocity: 'Busy buyer',
  many_refunds: 'Many refunds',
  shared_phone: 'Shared phone',
  pass_through: 'Received and withdrawn',
  many_givers: 'Many givers',
  just_below_limit: 'Just below a limit',
  many_contacts_shown: 'Many contacts shown',
} as const satisfies Record<FraudRule, string>;

/** Labels of the outcomes of an alert. */
export const OUTCOME_WORDS = {
  confirmed: 'Confirmed fraud',
  false_alarm: 'False alarm',
  unclear: 'Unclear',
} as const satisfies Record<FraudOutcome, string>;
