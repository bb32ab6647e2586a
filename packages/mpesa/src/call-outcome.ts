/** Why Daraja rejected one request. The request had no effect. */
export type RejectionReason =
  | 'invalid_request'
  | 'wrong_credentials'
  | 'token_refused'
  | 'merchant_unknown'
  | 'subscriber_locked'
  | 'throttled'
  | 'not_found'
  | 'refused';

/**
 * Why the outcome of one request is unknown.
 *
 * - `not_sent`: there was no connection or no token, so this request never reached Daraja
 * - `already_sent`: Daraja knows this OriginatorConversationID from an earlier request; query its status
 * - `being_processed`: we queried a payment before M-PESA had its result
 * - the other causes: Daraja may or may not have executed the request
 */
export type UnknownCause =
  | 'not_sent'
  | 'timed_out'
  | 'connection_failed'
  | 'server_error'
  | 'unreadable_answer'
  | 'being_processed'
  | 'already_sent';

export type Rejected = {
  outcome: 'rejected';
  /** Daraja's errorCode, such as `400.002.02`, or `http_400` if the answer has no errorCode. */
  code: string;
  /** Daraja's own text: for operators, never for customers. */
  message: string;
  reason: RejectionReason;
};

export type Unknown = { outcome: 'unknown'; cause: UnknownCause; detail: string };

/**
 * Outcome of one request to Daraja. A rejection concerns only this request. An earlier request for the same payment may
 * still have succeeded, if its outcome was unknown.
 */
export type CallOutcome<Accepted> = ({ outcome: 'accepted' } & Accepted) | Rejected | Unknown;

/** @param message Daraja's own text */
export function rejected(reason: RejectionReason, code: string, message: string): Rejected {
  return { outcome: 'rejected', code, message, reason };
}

/** @param detail what arrived instead of an answer, for the log */
export function unknown(cause: UnknownCause, detail: string): Unknown {
  return { outcome: 'unknown', cause, detail };
}
