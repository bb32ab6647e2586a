import {
  refusals,
  type PasskeyRequest,
  type RefusalCode,
  type StepUpProofKind,
  type StopSentence,
} from '@zawadi/contract';

/** Details of a refusal that the screen shows. */
export type RefusalDetails = {
  failureReason?: string;
  retryAfterSeconds?: number;
  /** When the action becomes possible, as an ISO timestamp. */
  until?: string;
  /** Contact to which a code was sent, masked. */
  sentTo?: string;
  /** The largest amount that is possible now, in shillings, if the requested amount exceeds a limit. */
  allowed?: number;
  /** Remaining balance, in shillings. */
  balance?: number;
  /** When the balance was used up, as an ISO timestamp. */
  usedAt?: string;
  fields?: { path: string; message: string; code?: string }[];
  passkeyOptions?: PasskeyRequest;
  proofs?: StepUpProofKind[];
  /** The sentence of a stop in both languages. */
  sentence?: StopSentence;
};

/** An expected "no". Thrown inside a transaction, it rolls the transaction back. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** Code in the answer. Refusals with different statuses may share one code. */
  readonly wireCode: string;
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, details: RefusalDetails = {}, message: string = refusals[code].message) {
    super(message);
    this.name = 'Refusal';
    const known: { status: number; code?: string } = refusals[code];
    this.code = code;
    this.wireCode = known.code ?? code;
    this.status = known.status;
    this.details = details;
  }
}
