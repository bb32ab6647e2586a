import { randomUUID } from 'node:crypto';
import type { ErrorReply } from '@zawadi/mpesa/wire/replies';

/** Refusal before the request is executed, with Daraja's status, code and text. */
export class DarajaError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function invalidField(name: string): DarajaError {
  return new DarajaError(400, '400.002.02', `Bad Request - Invalid ${name}`);
}

export function darajaErrorBody(code: string, message: string): ErrorReply {
  return { requestId: randomUUID(), errorCode: code, errorMessage: message };
}
