import { say } from '../../../i18n/say.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { SecurityRow } from '../../account-security/security-row.tsx';
import { UssdPinRow } from '../ussd-pin/ussd-pin-row.tsx';
import { useWalletFreeze } from './use-wallet-freeze.ts';
import { FreezeQuestions, freezeSentence } from './freeze-questions.tsx';

/**
 * The owner's freeze of the wallet: one click starts it; only a code to the second contact, or a day's wait, ends it.
 */
export function WalletFreeze() {
  const freeze = useWalletFreeze();
  return (
    <Sheet title={say('Your wallet')}>
      <SecurityRow
        title={say('Freeze my wallet')}
        badge={freeze !== null && <StatusBadge status="Frozen" />}
        help={
          freeze === null
            ? say('Stops money from leaving, when something looks wrong')
            : freezeSentence(freeze)
        }
      >
        <FreezeQuestions freeze={freeze} />
      </SecurityRow>
      <UssdPinRow />
    </Sheet>
  );
}
