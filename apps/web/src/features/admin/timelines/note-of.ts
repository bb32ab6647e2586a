import type { TimelineEvent } from '@zawadi/contract/timelines';

/** Returns the person and the text of an event, in one line each; undefined if neither is known. */
export function noteOf({
  by,
  text,
  files = 0,
}: Pick<TimelineEvent, 'by' | 'text' | 'files'>): string | undefined {
  const lines = [by, text, files > 0 ? `${files} ${files === 1 ? 'file' : 'files'}` : undefined];
  const said = lines.filter((line) => line !== undefined);
  return said.length === 0 ? undefined : said.join('\n');
}
