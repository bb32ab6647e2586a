import type { RefusalCode } from '@zawadi/contract';
import { say, type Call } from './call.ts';
import { contactsOnPhone } from './shown-on-phone.ts';

/** Returns the last screen after a refused withdrawal; undefined for refusals of other steps. */
export function walletRefusal(call: Pick<Call, 'language' | 'deps'>, code: RefusalCode): string | undefined {
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
