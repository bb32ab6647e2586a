/** Formats a count with its noun: "1 purchase", "2 purchases", "1,200 purchases". */
export function countText(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-KE')} ${count === 1 ? one : many}`;
}
