import type { z } from 'zod';
import { sessionStore } from '../session/session-store.ts';

/**
 * Reads a draft: a user's typed values, stored for this tab. A reload or a visit to the M-PESA app must lose nothing.
 * Drafts are per user: the next user of the tab starts empty.
 */
export function readDraft<Schema extends z.ZodType>(
  name: string,
  userId: string,
  schema: Schema,
): z.infer<Schema> | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(draftKey(name, userId)) ?? 'null');
    return schema.safeParse(stored).data;
  } catch {
    return undefined;
  }
}

/** Stores a draft; if the browser forbids storage, it is lost at a reload. */
export function writeDraft(name: string, userId: string, draft: unknown): void {
  try {
    sessionStorage.setItem(draftKey(name, userId), JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden; the form itself still holds the typed values.
  }
}

function forgetAllDrafts(): void {
  try {
    const kept = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of kept) sessionStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to forget.
  }
}

// Signing out deletes all drafts with their names and numbers; an expired session keeps them.
sessionStore.watchIdentity(() => {
  const session = sessionStore.read();
  if (session.status === 'signed-out' && session.hasLeft !== undefined) forgetAllDrafts();
});

const PREFIX = 'zawadi-draft:';

function draftKey(name: string, userId: string): string {
  return `${PREFIX}${name}:${userId}`;
}
