import { refusals, type RefusalCode } from '@zawadi/contract';

/** What a refusal may add for the screen, beyond its sentence. */
export type RefusalDetails = {
  failureReason?: string;
  retryAfterSeconds?: number;
  fields?: { path: string; message: string }[];
};

/** An expected "no". Throwing it inside a transaction rolls the transaction back. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, details: RefusalDetails = {}, message: string = refusals[code].message) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.status = refusals[code].status;
    this.details = details;
  }
}
