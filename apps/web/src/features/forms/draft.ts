import type { z } from 'zod';
import { sessionStore } from '../session/session-store.ts';

/**
 * Reads a draft: a user's typed values, stored for this tab. They survive a reload or a visit to the M-PESA app. Drafts
 * are stored per user, so that the next user of the tab starts with an empty form.
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

/** Stores a draft. If the browser forbids storage, a reload loses the typed values. */
export function writeDraft(name: string, userId: string, draft: unknown): void {
  try {
    sessionStorage.setItem(draftKey(name, userId), JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden; the form still holds the typed values.
  }
}

function forgetAllDrafts(): void {
  try {
    const kept = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of kept) sessionStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so there is no draft to delete.
  }
}

// A sign-out deletes all drafts, because they contain names and numbers. An expired session keeps them.
sessionStore.watchIdentity(() => {
  const session = sessionStore.read();
  if (session.status === 'signed-out' && session.hasLeft !== undefined) forgetAllDrafts();
});

const PREFIX = 'zawadi-draft:';

function draftKey(name: string, userId: string): string {
  return `${PREFIX}${name}:${userId}`;
}
