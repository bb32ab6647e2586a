/** The address, or undefined when it is none. `URL.parse` and `URL.canParse` are missing in browsers that we serve. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
