import type { z } from 'zod';
import { sessionStore } from '../session/session-store.ts';

/**
 * What a user typed, kept for this tab so that a reload or a look at the M-PESA app loses nothing.
 * Kept per user: the next one in the same tab starts empty.
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

/** Keeps a draft; a browser that forbids storage simply has none after a reload. */
export function writeDraft(name: string, userId: string, draft: unknown): void {
  try {
    sessionStorage.setItem(draftKey(name, userId), JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden; the form itself still holds what was typed.
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

// Logging out leaves no names and numbers behind; a session that merely ran out keeps what was typed.
sessionStore.watchIdentity(() => {
  const session = sessionStore.read();
  if (session.status === 'signed-out' && session.hasLeft !== undefined) forgetAllDrafts();
});

const PREFIX = 'zawadi-draft:';

function draftKey(name: string, userId: string): string {
  return `${PREFIX}${name}:${userId}`;
}
