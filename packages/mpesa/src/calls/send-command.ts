import type { CallOutcome } from '../call-outcome.ts';
import type { ClientContext } from '../client-context.ts';
import { commandReplySchema } from '../wire/replies.ts';

export type CommandAccepted = { conversationId: string; originatorConversationId: string };

/**
 * Sends an asynchronous command. Daraja answers every command alike: accepted now, with the result in a later callback.
 */
export async function sendCommand(
  context: ClientContext,
  path: string,
  body: unknown,
): Promise<CallOutcome<CommandAccepted>> {
  const answer = await context.call({
    path,
    body,
    replySchema: commandReplySchema,
    isAccepted: (reply) => reply.ResponseCode === '0',
  });
  if (answer.outcome !== 'accepted') return answer;
  const { ConversationID, OriginatorConversationID } = answer.reply;
  return {
    outcome: 'accepted',
    conversationId: ConversationID,
    originatorConversationId: OriginatorConversationID,
  };
}
