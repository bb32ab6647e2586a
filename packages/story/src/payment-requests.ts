import type { CallAnswer, CallInput, registerTransaction } from '@zawadi/contract';
import type { Person, SignedIn } from './people.ts';

type Registration = CallInput<typeof registerTransaction>['body'];
type Registered = Pick<
  CallAnswer<typeof registerTransaction>,
  'requestId' | 'amount' | 'partyA' | 'billReferenceNumber'
>;

/** Makes the first request of Buy gifts: by default for a gift that is paid from the buyer's own phone. */
export function giftRegistration(
  buyer: SignedIn,
  gift: {
    recipient: Person;
    amount: number;
    message?: string;
    cloth?: 'plain' | 'asante' | 'birthday';
    partyA?: string;
    deliverAt?: string;
  },
): Extract<Registration, { transactionType: 'purchase' }> {
  const {
    recipient,
    amount,
    message = 'Hongera',
    cloth = 'plain',
    partyA = buyer.phoneNumber,
    deliverAt,
  } = gift;
  return {
    userId: buyer.user.id,
    amount,
    recipientMsisdn: recipient.phoneNumber,
    recipientEmail: recipient.email,
    partyA,
    fullName: `${recipient.firstName} ${recipient.lastName}`,
    transactionType: 'purchase',
    transactionDesc: message,
    paymentMethod: 'mpesa',
    cloth,
    deliverAt,
  };
}

/** Makes the first request of the withdrawal wizard: by default to the person's own phone. */
export function withdrawalRegistration(
  person: SignedIn,
  amount: number,
  msisdn: string = person.phoneNumber,
): Extract<Registration, { transactionType: 'withdraw' }> {
  return {
    userId: person.user.id,
    amount,
    recipientMsisdn: msisdn,
    recipientEmail: person.email,
    partyA: person.phoneNumber,
    fullName: `${person.firstName} ${person.lastName}`,
    transactionType: 'withdraw',
    transactionDesc: 'Withdraw',
    paymentMethod: 'mpesa',
  };
}

/** Makes the request that sends the prompt of a registered purchase. */
export function promptRequest({ requestId, amount, partyA, billReferenceNumber }: Registered) {
  return {
    headers: { 'x-requestid': requestId },
    body: { transactionId: requestId, amount, partyA, billReferenceNumber },
  };
}

/** Makes the request that pays out a registered withdrawal. */
export function payOutRequest(
  person: SignedIn,
  { requestId, amount, billReferenceNumber }: Omit<Registered, 'partyA'>,
  msisdn: string = person.phoneNumber,
) {
  return {
    headers: { 'x-requestid': requestId },
    body: { userId: person.user.id, amount, msisdn, billReferenceNumber },
  };
}
