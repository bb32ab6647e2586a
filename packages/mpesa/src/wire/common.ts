import { z } from 'zod';
import { callbackUrl, looseText } from './fields.ts';

/** Every path of Daraja that we speak, as the portal of December 2025 prints it. */
export const paths = {
  token: '/oauth/v1/generate',
  stkPush: '/mpesa/stkpush/v1/processrequest',
  stkQuery: '/mpesa/stkpushquery/v1/query',
  b2c: '/mpesa/b2c/v3/paymentrequest',
  b2b: '/mpesa/b2b/v1/paymentrequest',
  transactionStatus: '/mpesa/transactionstatus/v1/query',
  accountBalance: '/mpesa/accountbalance/v1/query',
  reversal: '/mpesa/reversal/v1/request',
  c2bRegister: '/mpesa/c2b/v2/registerurl',
  c2bSimulate: '/mpesa/c2b/v2/simulate',
  pullRegister: '/pulltransactions/v1/register',
  pullQuery: '/pulltransactions/v1/query',
} as const;

/** `expires_in` is a number on the portal and a string in older texts. */
export const tokenReplySchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
});

export const errorReplySchema = z.object({
  requestId: looseText.optional(),
  errorCode: looseText,
  errorMessage: z.string().default(''),
});
export type ErrorReply = z.input<typeof errorReplySchema>;

/** The answer to every asynchronous command: accepted for processing, not done. */
export const commandReplySchema = z.object({
  ConversationID: z.string(),
  OriginatorConversationID: z.string(),
  ResponseCode: looseText,
  ResponseDescription: z.string().default(''),
});
export type CommandReply = z.input<typeof commandReplySchema>;

/** Where the result of an asynchronous command goes, and who asks. */
export const commandRequestFields = {
  SecurityCredential: z.base64().min(1),
  QueueTimeOutURL: callbackUrl,
  ResultURL: callbackUrl,
};
