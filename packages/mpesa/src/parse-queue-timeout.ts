export type QueueTimeout = {
  kind: 'queue_timeout';
  originatorConversationId?: string;
  conversationId?: string;
};

const maxDepth = 6;

/**
 * Reads a queue time-out call. Its body is documented nowhere, so the ids are looked for wherever they are.
 * It is not a failure: a result may still come, so ask for the transaction's status.
 */
export function parseQueueTimeout(json: unknown): QueueTimeout {
  return {
    kind: 'queue_timeout',
    originatorConversationId: findText(json, 'OriginatorConversationID', maxDepth),
    conversationId: findText(json, 'ConversationID', maxDepth),
  };
}

function findText(json: unknown, key: string, depth: number): string | undefined {
  if (typeof json !== 'object' || json === null || depth === 0) return undefined;
  for (const [name, value] of Object.entries(json) as [string, unknown][]) {
    if (name === key && typeof value === 'string') return value;
    const deeper = findText(value, key, depth - 1);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}
