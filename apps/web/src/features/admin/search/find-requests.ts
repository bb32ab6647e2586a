// Every screen loads this with the frame, so it knows no codes.
const listeners = new Set<(text: string) => void>();

/** Told what the search of everything is to open with. @returns what ends it */
export function whenAskedToFind(listener: (text: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Opens the search of everything with a text. */
export function askToFind(text: string): void {
  for (const listener of listeners) listener(text);
}
