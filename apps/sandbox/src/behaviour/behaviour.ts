import { z } from 'zod';

const times = z.int().min(0).max(1_000_000).default(1);
const milliseconds = z.int().min(0).max(3_600_000);
const path = z.string().startsWith('/');

const faults = {
  failHttp: z.object({ path, status: z.int().min(300).max(599), times }).nullable(),
  hang: z.object({ path, ms: milliseconds, times }).nullable(),
  executeThenDrop: z.object({ path, times }).nullable(),
  /** Executes and drops the next requests, and refuses every repetition under the same OriginatorConversationID. */
  executeThenRefuse: z.object({ path, times }).nullable(),
  /** Ends the next requests to a path with the given ResultCode, including codes that no customer can trigger. */
  endWith: z.object({ path, resultCode: z.string().min(1).max(20), times }).nullable(),
};

const callbackSchema = z.object({
  copies: z.int().min(1).max(200),
  delayMs: milliseconds,
  drop: z.boolean(),
  beforeReply: z.boolean(),
});

const msisdn = z.string().regex(/^254\d{9}$/);

/** `fail` delivers no SMS and reports the reason; `silent` delivers it without a report. */
const smsFateSchema = z.object({
  outcome: z.enum(['deliver', 'fail', 'silent']),
  reason: z.string().max(60).default(''),
  delayMs: milliseconds.default(0),
  copies: z.int().min(1).max(200).default(1),
});
export type SmsFate = z.infer<typeof smsFateSchema>;

const smsReportsSchema = z.object({
  outcome: smsFateSchema.shape.outcome,
  reason: smsFateSchema.shape.reason.unwrap(),
  delayMs: milliseconds,
  copies: smsFateSchema.shape.copies.unwrap(),
  /** Reports before the reply to the request that sends the SMS. */
  beforeReply: z.boolean(),
  /** Other outcomes for single phones, by phone number (254XXXXXXXXX). */
  phones: z.record(msisdn, smsFateSchema),
});

const mailAddresses = z.array(z.email().toLowerCase()).max(1_000);

const mailSchema = z.object({
  /** Addresses that the mail server does not know: 550 to RCPT TO. */
  refuse: mailAddresses,
  /** Addresses whose mail returns as a delivery status notification (RFC 3464). */
  bounce: mailAddresses,
  /** Addresses whose mail is delivered late, after a notification of the delay. */
  delay: mailAddresses,
});

/** Faults of the USSD gateway, and shorter times for tests. */
const ussdSchema = z.object({
  /** Sends every request twice: at the same time, or again after the answer. */
  doubled: z.enum(['together', 'after-answer']).nullable(),
  /** Sends the previous request of the session again, together with the next one. */
  crossed: z.boolean(),
  /** Ends the session when this request has been answered, and shows the phone no answer. 1 is the dialling. */
  cutAtStep: z.int().min(1).max(100).nullable(),
  /** Holds every answer back. An answer over `answerLimitMs` cuts the session. */
  answerDelayMs: milliseconds,
  answerLimitMs: z.int().min(1).max(10_000),
  /** `early` sends the only event before the request `earlyEventStep` of the session. */
  event: z.enum(['once', 'missing', 'doubled', 'early']),
  earlyEventStep: z.int().min(1).max(100),
  /** Extension of a shared code, which arrives as the first input. */
  prefix: z.string().regex(/^\d{0,10}$/),
  /** Time until an idle session is cut; null for the network's time. */
  idleMs: milliseconds.min(1).nullable(),
  /** Longest session; null for the network's time. */
  sessionMs: milliseconds.min(1).nullable(),
});

const receipt = z.string().regex(/^[A-Z0-9]{10}$/);

/** Errors to plant in the M-PESA statement, so that it differs from the sandbox's books. Amounts in whole shillings. */
const statementSchema = z.object({
  /** Receipts to omit from the statement. */
  without: z.array(receipt),
  /** Wrong amounts to show in the statement, by receipt. */
  amounts: z.record(receipt, z.int().positive()),
  /** Invented statement lines, for money that never moved. Negative amounts are outgoing. */
  strangers: z.array(
    z.object({
      account: z.enum(['collection', 'utility', 'working']),
      receipt,
      amount: z.int().refine((amount) => amount !== 0),
      details: z.string().max(200),
    }),
  ),
});
export type StatementBehaviour = z.infer<typeof statementSchema>;

const behaviourSchema = z.object({
  autoAnswer: z.enum(['approve', 'cancel', 'ignore']).nullable(),
  answerDelayMs: milliseconds,
  promptLifetimeMs: milliseconds,
  callback: callbackSchema,
  b2c: z.enum(['succeed', 'fail', 'queue-timeout-then-succeed', 'queue-timeout-then-fail']),
  /** Calls the ValidationURL before a pay-bill payment, as M-PESA does for short codes with validation. */
  c2bValidation: z.boolean(),
  /**
   * Plays two short codes: one for collections, one for pay-outs. Neither can query the other's transactions or
   * balances.
   */
  separateShortCodes: z.boolean(),
  /** API paths that the app is not subscribed to. Requests to these paths fail with 401.003.01. */
  missingProducts: z.array(path).max(50),
  /** Time of the last SIM change, by phone number (254XXXXXXXXX). SIMs not listed here were changed long ago. */
  swappedSims: z.record(msisdn, z.iso.datetime()),
  /** Refuses texts longer than Daraja's documentation allows. The real Daraja accepts some overlong texts. */
  strict: z.boolean(),
  statement: statementSchema,
  smsReports: smsReportsSchema,
  mail: mailSchema,
  ussd: ussdSchema,
  ...faults,
});
export type Behaviour = z.infer<typeof behaviourSchema>;
export type FaultName = keyof typeof faults;

/** Body of `POST /control/behaviour`: any subset of the behaviour. */
export const behaviourChangeSchema = z
  .strictObject({
    ...behaviourSchema.shape,
    callback: callbackSchema.partial(),
    statement: statementSchema.partial(),
    smsReports: smsReportsSchema.partial(),
    mail: mailSchema.partial(),
    ussd: ussdSchema.partial(),
  })
  .partial();

type BehaviourChange = z.infer<typeof behaviourChangeSchema>;

const defaults: Behaviour = {
  autoAnswer: null,
  answerDelayMs: 0,
  promptLifetimeMs: 60_000,
  callback: { copies: 1, delayMs: 0, drop: false, beforeReply: false },
  failHttp: null,
  hang: null,
  executeThenDrop: null,
  executeThenRefuse: null,
  b2c: 'succeed',
  c2bValidation: false,
  separateShortCodes: false,
  missingProducts: [],
  swappedSims: {},
  strict: false,
  statement: { without: [], amounts: {}, strangers: [] },
  endWith: null,
  smsReports: { outcome: 'deliver', reason: '', delayMs: 0, copies: 1, beforeReply: false, phones: {} },
  mail: { refuse: [], bounce: [], delay: [] },
  ussd: {
    doubled: null,
    crossed: false,
    cutAtStep: null,
    answerDelayMs: 0,
    answerLimitMs: 10_000,
    event: 'once',
    earlyEventStep: 2,
    prefix: '',
    idleMs: null,
    sessionMs: null,
  },
};

export type BehaviourControl = ReturnType<typeof createBehaviour>;

/** Keeps the behaviour of the sandbox until the next change. A restart resets the behaviour. */
export function createBehaviour() {
  let behaviour = structuredClone(defaults);
  return {
    inForce: () => behaviour,
    change: ({ callback, statement, smsReports, mail, ussd, ...change }: BehaviourChange) => {
      behaviour = {
        ...behaviour,
        ...change,
        callback: { ...behaviour.callback, ...callback },
        statement: { ...behaviour.statement, ...statement },
        smsReports: { ...behaviour.smsReports, ...smsReports },
        mail: { ...behaviour.mail, ...mail },
        ussd: { ...behaviour.ussd, ...ussd },
      };
      return behaviour;
    },
    reset: () => (behaviour = structuredClone(defaults)),
    /** If the request matches the fault, uses the fault once and returns it; otherwise returns null. */
    take: <Name extends FaultName>(name: Name, requestPath: string): Behaviour[Name] | null => {
      const fault = behaviour[name];
      if (fault === null || !requestPath.startsWith(fault.path) || fault.times < 1) return null;
      behaviour = { ...behaviour, [name]: fault.times > 1 ? { ...fault, times: fault.times - 1 } : null };
      return fault;
    },
  };
}
