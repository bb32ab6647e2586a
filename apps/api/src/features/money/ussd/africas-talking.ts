import type { answerUssd, endUssd, HandlerInput } from '@zawadi/contract';
import type { UssdGateway } from './gateway.ts';

/** The gateway joins inputs by `*`. Keypads cannot type it as an input. */
const SEPARATOR = '*';
const CENTS = 100;

/** Africa's Talking. */
export const africasTalking: UssdGateway<
  HandlerInput<typeof answerUssd>['body'],
  HandlerInput<typeof endUssd>['body']
> = {
  name: 'africas-talking',
  requestOf: ({ phoneNumber, text, ...body }) => ({
    ...body,
    msisdn: phoneNumber.slice(1),
    inputs: text === '' ? [] : text.split(SEPARATOR),
  }),
  endOf: ({ sessionId, phoneNumber, status, cost, durationInMillis }) => ({
    sessionId,
    msisdn: phoneNumber.slice(1),
    endedAs: status,
    costCents: centsIn(cost),
    durationMs: /^\d{1,9}$/u.test(durationInMillis ?? '') ? Number(durationInMillis) : undefined,
  }),
  send: (reply, { text, isLast, step }) => {
    const answer = `${isLast ? 'END' : 'CON'} ${text}`;
    // The gateway cuts the session if anything, such as quotes of JSON, stands before the prefix.
    void reply
      .type('text/plain; charset=utf-8')
      .header('at-ussd-hop-metadata', step)
      .serializer(String)
      .send(answer);
    return answer;
  },
};

function centsIn(cost: string | undefined): number | undefined {
  const shillings = /^KES (\d{1,6}(?:\.\d{1,4})?)$/u.exec(cost ?? '')?.[1];
  return shillings === undefined ? undefined : Math.round(Number(shillings) * CENTS);
}
