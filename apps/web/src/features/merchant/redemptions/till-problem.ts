import { say, type Phrase } from '../../../i18n/say.ts';
import { wordsForRefusal } from '../../../i18n/catalogue.ts';
import { CallRefused, sentenceOf } from '../../../api/call.ts';

/** Why a voucher cannot be redeemed, and what the cashier can do. */
export type TillProblem = {
  title: string;
  advice?: string;
  /** Seconds until the server accepts another code. */
  waitSeconds?: number;
};

const ADVICE: Readonly<Record<string, Phrase>> = {
  voucher_not_found: 'Compare the code with the customer’s message once more.',
  voucher_used: 'Nothing is left on it.',
  voucher_held:
    'That shop takes or releases it within a few days. Until then you can take only what is not reserved.',
  voucher_expired: 'The buyer can ask Zawadi support about it.',
  voucher_void: 'The customer may have a newer message with another code.',
  voucher_claimed: 'Its value is now in the recipient’s wallet. The recipient can withdraw it to M-PESA.',
  voucher_not_yet_delivered: 'It can be spent from the time that its buyer chose.',
  insufficient_voucher_balance: 'Some of it has just been spent. Look it up again to see what is left.',
  transaction_limit: 'Take less from this voucher, and let the customer pay the rest in another way.',
  daily_limit:
    'Your shop has a limit for each day. Please ask the owner, or let the customer pay in another way.',
  merchant_not_active: 'This shop is not active yet, or it is suspended. Please ask the owner.',
  too_many_requests: 'Too many codes were wrong. Please wait: this stops people who guess codes.',
};

/** Describes a refused look-up or redemption in words for the cashier. */
export function tillProblemOf(error: unknown): TillProblem {
  const title = sentenceOf(error, say('This did not work'));
  if (!(error instanceof CallRefused)) return { title };
  return {
    title,
    advice: adviceOn(error.code),
    ...(error.code === 'too_many_requests' && { waitSeconds: error.retryAfterSeconds ?? 1 }),
  };
}

/** Describes why a voucher that was found cannot be redeemed here now. */
export function problemOfReason({ code, message }: { code: string; message: string }): TillProblem {
  return { title: wordsForRefusal(code) ?? message, advice: adviceOn(code) };
}

export function noConnection(): TillProblem {
  return {
    title: say('There is no connection, so nothing was taken.'),
    advice: say('Press Redeem again when the connection is back.'),
  };
}

function adviceOn(code: string): string | undefined {
  const advice = ADVICE[code];
  return advice === undefined ? undefined : say(advice);
}
