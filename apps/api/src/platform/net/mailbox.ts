const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns the mailbox of an email address, for counting only. With `+tags`, and at Gmail with dots and a second
 * domain, one person has endless addresses.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const [name = ''] = address.slice(0, at).toLowerCase().split('+');
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
