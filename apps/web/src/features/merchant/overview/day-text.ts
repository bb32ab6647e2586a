const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });

/** "20 Nov" of `yyyy-MM-dd`. */
export function dayText(day: string): string {
  return format.format(new Date(`${day}T00:00:00Z`)).replace('Sept', 'Sep');
}
