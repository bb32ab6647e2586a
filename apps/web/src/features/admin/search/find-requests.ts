// Every screen loads this file with the frame, so it must not import the code parser.
const listeners = new Set<(text: string) => void>();

/** Calls the listener with the text for which the global search should open. @returns a function that unsubscribes */
export function onSearchRequest(listener: (text: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Opens the global search with a text. */
export function openGlobalSearch(text: string): void {
  for (const listener of listeners) listener(text);
}
