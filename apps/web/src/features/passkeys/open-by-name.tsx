import type { ReactNode } from 'react';
import { RichText } from '../../i18n/rich-text.tsx';

/** Shown on a page opened by IP address, where passkeys do not work. */
export function OpenByHostname({ address }: { address: string }) {
  return (
    <RichText
      text="Passkeys need the name of this site. <link>Open this page by its name</link>"
      link={<PlainLink href={address} />}
    />
  );
}

function PlainLink({ href, children }: { href: string; children?: ReactNode }) {
  return <a href={href}>{children}</a>;
}
