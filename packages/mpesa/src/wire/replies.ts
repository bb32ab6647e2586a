import { z } from 'zod';
import { looseText, optionalText } from './fields.ts';

/** `expires_in` is a number in the portal's sample and a string in older documents. */
export const tokenReplySchema = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
});

export const errorReplySchema = z.object({
  requestId: looseText.nullish(),
  errorCode: looseText,
  errorMessage: optionalText,
});
export type ErrorReply = z.input<typeof errorReplySchema>;

/** The answer to every asynchronous command. It means accepted for processing, not completed. */
export const commandReplySchema = z.object({
  ConversationID: z.string(),
  OriginatorConversationID: z.string(),
  ResponseCode: looseText,
  ResponseDescription: optionalText,
});
export type CommandReply = z.input<typeof commandReplySchema>;
