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
 * - `not_sent`: no connection or no token, so this request never reached Daraja
 * - `already_sent`: Daraja knows this OriginatorConversationID from an earlier request; query its status
 * - `being_processed`: a query came before the result
 * - the others: it may or may not have been executed
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
  /** Daraja's errorCode, such as `400.002.02`, or `http_400` if the answer had none. */
  code: string;
  /** Daraja's own words: for operators, never for customers. */
  message: string;
  reason: RejectionReason;
};

export type Unknown = { outcome: 'unknown'; cause: UnknownCause; detail: string };

/**
 * Outcome of one call to Daraja. A rejection concerns this request only. If an earlier request of the same payment had
 * an unknown outcome, it does not mean that the earlier one failed.
 */
export type CallOutcome<Accepted> = ({ outcome: 'accepted' } & Accepted) | Rejected | Unknown;

/** @param message Daraja's own words */
export function rejected(reason: RejectionReason, code: string, message: string): Rejected {
  return { outcome: 'rejected', code, message, reason };
}

/** @param detail for the log: what arrived instead of an answer */
export function unknown(cause: UnknownCause, detail: string): Unknown {
  return { outcome: 'unknown', cause, detail };
}
