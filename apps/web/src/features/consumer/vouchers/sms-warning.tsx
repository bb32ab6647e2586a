import type { SentGift } from '@zawadi/contract/vouchers-gifts';
import { formatMsisdn } from '@zawadi/contract/text';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { failureReason } from './message-words.ts';
import { isSmsDoubtful } from './sent-gift-words.ts';

/** Says that an unopened gift's SMS was not delivered, or may not have arrived; empty for all other gifts. */
export function SmsWarning({ gift }: { gift: SentGift }) {
  const { messages, recipientName: name, recipientMsisdn } = gift;
  if (!isSmsDoubtful(gift) || messages.sms === undefined) return null;
  if (messages.sms.state === 'unclear') {
    return (
      <Alert tone="warn">
        {say(
          'We do not know whether the SMS arrived. Ask {name}. If it did not arrive, press “Send again”: the code stays the same.',
          { name },
        )}
      </Alert>
    );
  }
  return (
    <Alert tone="danger" isLive>
      {say('The SMS to {phone} was not delivered: {reason}. Send it again, or correct the number.', {
        phone: formatMsisdn(recipientMsisdn),
        reason: failureReason(messages.sms),
      })}
    </Alert>
  );
}
