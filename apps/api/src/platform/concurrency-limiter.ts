/** Releases the place; idempotent. */
type Leave = () => void;

/**
 * Limits concurrency per name. There is no queue: a caller over the limit is refused at once, because a
 * running call may last as long as a slow client takes to read it.
 * @returns a function that takes a place for a name; undefined when there is none
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
