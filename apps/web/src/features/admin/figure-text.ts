/** Formats a count as `1,234`. */
export function figureText(count: number): string {
  return count.toLocaleString('en-KE');
}
