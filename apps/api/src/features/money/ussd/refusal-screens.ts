import type { RefusalCode } from '@zawadi/contract';
import { findUsersByVerifiedContact } from '../../people/users/index.ts';
import { findClaims } from '../vouchers/index.ts';
import { say, type Call, type Shown } from './call.ts';
import { contactsOnPhone } from './shown-on-phone.ts';

/** Returns the last screen of a refused request. */
export function refusalText(call: Pick<Call, 'language' | 'deps'>, code: RefusalCode): string {
  const ofWallet = walletRefusal(call, code);
  if (ofWallet !== undefined) return ofWallet;
  switch (code) {
    case 'too_many_requests':
      return say(call, 'tooMany', undefined);
    case 'buying_stopped':
      return say(call, 'noBuying', undefined);
    case 'already_thanked':
      return say(call, 'alreadyThanked', undefined);
    case 'claiming_stopped':
      return say(call, 'stopped', undefined);
    case 'wallet_limit':
      return say(call, 'full', undefined);
    case 'voucher_frozen':
    case 'voucher_held':
    case 'voucher_not_yet_delivered':
      return say(call, 'notNow', undefined);
    case 'account_frozen':
    case 'not_available_here':
    case 'number_has_account':
      return say(call, 'notPossible', contactsOnPhone(call.deps));
    default:
      return say(call, 'gone', undefined);
  }
}

/** Returns the last screen after a refused withdrawal; undefined for refusals of other steps. */
function walletRefusal(call: Pick<Call, 'language' | 'deps'>, code: RefusalCode): string | undefined {
  switch (code) {
    case 'below_minimum_withdrawal':
    case 'daily_limit':
    case 'insufficient_balance':
    case 'transaction_limit':
    case 'withdrawal_waits':
      return say(call, 'tooMuch', undefined);
    case 'wallet_waits':
      return say(call, 'moneyWaits', { isPinNew: false });
    case 'withdrawals_paused':
    case 'withdrawing_stopped':
      return say(call, 'noWithdrawals', undefined);
    case 'registration_mismatch':
      return say(call, 'dialAgain', undefined);
    case 'password_reset_needed':
    case 'phone_not_verified':
    case 'wallet_frozen':
      return say(call, 'notPossible', contactsOnPhone(call.deps));
    case 'overloaded':
      return say(call, 'busy', undefined);
    default:
      return undefined;
  }
}

/** Returns the last screen after a refused purchase. */
export function buyRefusal(call: Pick<Call, 'language' | 'deps'>, code: RefusalCode): string {
  switch (code) {
    case 'below_minimum_purchase':
    case 'daily_limit':
    case 'insufficient_balance':
    case 'transaction_limit':
    case 'withdrawal_waits':
      return say(call, 'cannotBuy', undefined);
    case 'wallet_waits':
      return say(call, 'giftWaits', { isPinNew: false });
    case 'prompt_open':
    case 'prompt_repeated':
      return say(call, 'promptOpen', undefined);
    case 'buying_stopped':
      return say(call, 'noBuying', undefined);
    default:
      return walletRefusal(call, code) ?? say(call, 'notPossible', contactsOnPhone(call.deps));
  }
}

/** Shows why a gift cannot be used, or that the caller has added it already. */
export async function showUnusable(call: Call, giftId: string, code: RefusalCode): Promise<Shown> {
  const isOwn = code === 'voucher_claimed' && (await isInWalletOfCaller(call, giftId));
  return { text: isOwn ? say(call, 'alreadyAdded', undefined) : refusalText(call, code), isLast: true };
}

async function isInWalletOfCaller({ tx, msisdn }: Call, giftId: string): Promise<boolean> {
  const [claim] = await findClaims(tx, [giftId]);
  const [caller] = await findUsersByVerifiedContact(tx, { msisdn });
  return claim !== undefined && claim.userId === caller?.id;
}
