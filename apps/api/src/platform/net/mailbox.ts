const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns the mailbox of an address, for counting only. One person has unlimited addresses by `+tags`, and with Gmail
 * by dots and its second domain.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const [name = ''] = address.slice(0, at).toLowerCase().split('+');
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
