/** Ends the stay; ending it twice is ending it once. */
type Leave = () => void;

/**
 * A turnstile for each name that lets so many in at once. Nobody waits: whoever comes too many is told so, because what
 * is inside may stay for as long as a slow line takes it away.
 * @returns what lets somebody of that name in; undefined when there is no place
 */
export function createConcurrencyLimiter(atOnce: number): (name: string) => Leave | undefined {
  const inside = new Map<string, number>();

  return (name) => {
    const count = inside.get(name) ?? 0;
    if (count >= atOnce) return undefined;
    inside.set(name, count + 1);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      const left = (inside.get(name) ?? 0) - 1;
      if (left > 0) inside.set(name, left);
      else inside.delete(name);
    };
  };
}
