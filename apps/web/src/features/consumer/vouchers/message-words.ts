import type { MessageFailure, MessageState, SentMessage } from '@zawadi/contract/delivery-reports';
import type { SentGift } from '@zawadi/contract/vouchers-gifts';
import { say, type Phrase } from '../../../i18n/say.ts';
import { timeInSentence } from '../../../ui/time-text.ts';

/** The message from which the recipient learns of a gift: the SMS, or the mail if there is no phone number. */
export function firstMessage({ messages }: Pick<SentGift, 'messages'>): SentMessage | undefined {
  return messages.sms ?? messages.email;
}

/** Describes the state of a message. */
export function messageWay(message: SentMessage): string {
  const time = timeInSentence(new Date(message.at));
  const ways = {
    being_sent: say('Being sent'),
    sent: say('Sent {time}', { time }),
    delivered: say('Delivered {time}', { time }),
    not_delivered: say('Not delivered: {reason}', { reason: failureReason(message) }),
    unclear: say('We do not know whether the SMS arrived'),
  } satisfies Record<MessageState, string>;
  return ways[message.state];
}

/** Says why a message was not delivered, to end a sentence. */
export function failureReason({ failure = 'other' }: SentMessage): string {
  return say(FAILURES[failure]);
}

const FAILURES = {
  no_such_number: 'there is no such phone number',
  number_inactive: 'the phone number is not in use',
  phone_unreachable: 'the phone was off or without network',
  blocked: 'the phone blocks these messages',
  no_such_address: 'there is no such email address',
  mailbox_full: 'the mailbox is full',
  mail_refused: 'the mail server refused it',
  too_late: 'it could not be sent in time',
  other: 'the network could not deliver it',
} as const satisfies Record<MessageFailure, Phrase>;
