import { refusals, type PasskeyRequest, type RefusalCode, type StepUpProofKind } from '@zawadi/contract';

/** What a refusal may add for the screen, beyond its sentence. */
export type RefusalDetails = {
  failureReason?: string;
  retryAfterSeconds?: number;
  /** When it is possible, as an ISO timestamp. */
  until?: string;
  /** What is left, in shillings. */
  balance?: number;
  fields?: { path: string; message: string; code?: string }[];
  passkeyOptions?: PasskeyRequest;
  proofs?: StepUpProofKind[];
};

/** An expected "no". Throwing it inside a transaction rolls the transaction back. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** What the answer calls it: two refusals of different status may share a word. */
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
