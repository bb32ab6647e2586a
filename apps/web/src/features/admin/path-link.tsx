import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type PathLinkProps = { path: string; className?: string; children: ReactNode };

/** Link to an address of the admin area that the server names, with its filters; opens without a reload. */
export function PathLink({ path, className, children }: PathLinkProps) {
  const router = useRouter();
  return (
    <a
      href={path}
      className={className}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        void router.navigate({ href: path });
      }}
    >
      {children}
    </a>
  );
}
