const longDate = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** "20 November 2028" of an ISO timestamp, in Nairobi. */
export function longDateText(at: string): string {
  return longDate.format(new Date(at));
}
