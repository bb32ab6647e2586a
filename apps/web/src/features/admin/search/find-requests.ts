// Every screen loads this file together with the page frame, so it must not import the code parser.
const listeners = new Set<(text: string) => void>();

/**
 * Calls the listener when a screen asks to open the global search with a text.
 * @returns a function that unsubscribes
 */
export function onSearchRequest(listener: (text: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Opens the global search with a text. */
export function openGlobalSearch(text: string): void {
  for (const listener of listeners) listener(text);
}
