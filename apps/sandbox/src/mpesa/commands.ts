import type { CommandReply } from '@zawadi/mpesa/wire/replies';
import type { Behaviour } from '../behaviour/behaviour.ts';
import { sandboxCredentials } from '../credentials.ts';
import { beforeReplyTimeoutMs } from '../world.ts';
import type { World } from '../world.ts';
import { DarajaError, invalidField } from './daraja-error.ts';
import { createConversationId, createOriginatorConversationId } from './ids.ts';

export type CommandKind = 'b2c' | 'b2b' | 'transactionStatus' | 'accountBalance' | 'reversal';

export type Command = {
  originator_conversation_id: string;
  conversation_id: string;
  kind: CommandKind;
  /** The request as received, as JSON. */
  request: string;
  mode: Behaviour['b2c'];
  forced_result: string | null;
  result_code: string | null;
  receipt: string | null;
  at: number;
};

export type CommandRequest = { PartyA?: string; ReceiverParty?: string; OriginatorConversationID?: string };

/**
 * Accepts an asynchronous command: stores and acknowledges it now, executes it a moment later. An
 * OriginatorConversationID is valid for one command only.
 */
export async function acceptCommand(
  world: World,
  { kind, path }: { kind: CommandKind; path: string },
  request: CommandRequest,
): Promise<CommandReply> {
  if (request.PartyA !== undefined) checkShortCode('PartyA', request.PartyA, payersOf(world, kind));
  if (request.ReceiverParty !== undefined)
    checkShortCode('ReceiverParty', request.ReceiverParty, [sandboxCredentials.shortCode]);
  const now = world.clock();
  const originatorConversationId = request.OriginatorConversationID ?? createOriginatorConversationId(now);
  if (findCommand(world, originatorConversationId) !== undefined) {
    throw new DarajaError(500, '500.002.1001', 'Duplicate OriginatorConversationID.');
  }
  const conversationId = createConversationId(now);
  const forced = world.behaviour.take('endWith', path)?.resultCode ?? null;
  world.database.transaction(() => {
    world.database.run(
      `INSERT INTO commands (originator_conversation_id, conversation_id, kind, request, mode, forced_result, at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      originatorConversationId,
      conversationId,
      kind,
      JSON.stringify(request),
      kind === 'b2c' ? world.behaviour.inForce().b2c : 'succeed',
      forced,
      now.getTime(),
    );
    world.tasks.schedule('run-command', originatorConversationId, world.processingMs);
  });
  const { callback } = world.behaviour.inForce();
  if (callback.beforeReply && !callback.drop) {
    await world.callbacks.waitForDelivery(originatorConversationId, beforeReplyTimeoutMs);
  }
  return {
    ConversationID: conversationId,
    OriginatorConversationID: originatorConversationId,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  };
}

export function findCommand(world: World, conversationId: string): Command | undefined {
  const sql = 'SELECT * FROM commands WHERE originator_conversation_id = ? OR conversation_id = ?';
  return world.database.one<Command>(sql, conversationId, conversationId);
}

/** Our short codes that may send this kind of command. */
function payersOf(world: World, kind: CommandKind): string[] {
  const { shortCode, payoutShortCode } = sandboxCredentials;
  if (!world.behaviour.inForce().separateShortCodes) return [shortCode];
  return kind === 'b2c' || kind === 'b2b' ? [payoutShortCode] : [shortCode, payoutShortCode];
}

function checkShortCode(field: string, shortCode: string, ours: string[]): void {
  if (!ours.includes(shortCode)) throw invalidField(field);
}
