const STEPS = [2, 4, 10] as const;

/** The top of a scale that holds a figure, so round that its half is a whole number too. At least 100. */
export function chartTop(highest: number): number {
  for (let magnitude = 50; ; magnitude *= 10)
    for (const step of STEPS) if (magnitude * step >= highest) return magnitude * step;
}

/** How high a figure stands on a scale, in percent. What is there at all can be seen. */
export function barPercent(figure: number, top: number): number {
  return figure === 0 ? 0 : Math.max(1, Math.round((figure / top) * 1000) / 10);
}
