import type { FastifyReply } from 'fastify';

/** A request of a USSD gateway for the next screen. */
export type UssdRequest = {
  /** The gateway's id of the session. */
  sessionId: string;
  /** The caller, 254XXXXXXXXX, as the mobile operator names it. */
  msisdn: string;
  networkCode: string;
  /** The code that was dialled. */
  serviceCode: string;
  /** All inputs of the session, oldest first. */
  inputs: string[];
};

/** The screen that answers a request. */
export type UssdAnswer = {
  text: string;
  /** Ends the session. */
  isLast: boolean;
  /** Name of the step, for the gateway's reports. */
  step: string;
};

/** The end of a session as a gateway reports it. */
export type UssdEnd = {
  sessionId: string;
  msisdn: string;
  endedAs: 'Success' | 'Incomplete' | 'Failed';
  /** Undefined if the gateway names no cost in Kenya shillings. */
  costCents: number | undefined;
  /** Undefined if the gateway names no duration. */
  durationMs: number | undefined;
};

/** A USSD gateway: converts its requests and our answers. Each gateway is one file. */
export type UssdGateway<Request, End> = {
  name: string;
  requestOf: (body: Request) => UssdRequest;
  endOf: (body: End) => UssdEnd;
  send: (reply: FastifyReply, answer: UssdAnswer) => string;
};
