import type { CallOutcome } from '../call-outcome.ts';
import { callbackUrl } from '../client-context.ts';
import type { ClientContext } from '../client-context.ts';
import { c2bReplySchema } from '../wire/c2b.ts';
import type { C2bRegisterRequest } from '../wire/c2b.ts';
import { paths } from '../wire/paths.ts';

export type RegisterC2bUrlsInput = {
  confirmationToken: string;
  validationToken: string;
  /** How M-PESA handles a payment while our validation URL is unreachable. */
  whenUnreachable: 'Completed' | 'Cancelled';
};

/**
 * Registers the URLs to which M-PESA reports manual pay-bill payments (v3/CustomerToBusinessRegisterURL). In production
 * this is possible only once.
 */
export async function registerC2bUrls(
  context: ClientContext,
  input: RegisterC2bUrlsInput,
): Promise<CallOutcome<{ originatorConversationId: string }>> {
  const { options } = context;
  const body: C2bRegisterRequest = {
    ShortCode: options.shortCode,
    ResponseType: input.whenUnreachable,
    ConfirmationURL: callbackUrl(options, input.confirmationToken),
    ValidationURL: callbackUrl(options, input.validationToken),
  };
  const answer = await context.call({
    path: options.c2bVersion === 'v1' ? paths.c2bRegisterV1 : paths.c2bRegister,
    body,
    replySchema: c2bReplySchema,
    isAccepted: (reply) => reply.ResponseCode === '0',
  });
  if (answer.outcome !== 'accepted') return answer;
  return { outcome: 'accepted', originatorConversationId: answer.reply.OriginatorCoversationID };
}
