import type { z } from 'zod';

/**
 * What somebody typed, kept for this tab so that a reload or a look at the M-PESA app loses nothing.
 * Kept per person: whoever signs in next in the same tab starts empty.
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

/** Forgets a draft. */
export function forgetDraft(name: string, userId: string): void {
  try {
    sessionStorage.removeItem(draftKey(name, userId));
  } catch {
    // Without storage there is nothing to forget.
  }
}

function draftKey(name: string, userId: string): string {
  return `zawadi-draft:${name}:${userId}`;
}
