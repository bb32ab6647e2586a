/** `1,234` of a count. */
export function figureText(count: number): string {
  return count.toLocaleString('en-KE');
}
