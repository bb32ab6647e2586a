import type { SupportRequest } from '@zawadi/contract/support';

/** Opens the own mail program with an answer to a letter begun. */
export function replyAddress({ writer, subject }: Pick<SupportRequest, 'writer' | 'subject'>): string {
  return `mailto:${encodeURIComponent(writer.email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`;
}
