import { useEffect, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { unbroken } from '../i18n/unbroken.tsx';

type PageTitleProps = { title: string; children?: ReactNode; above?: ReactNode; aside?: ReactNode };

/** Heading of a page; also sets the title of the browser tab. */
export function PageTitle({ title, children, above, aside }: PageTitleProps) {
  useDocumentTitle(title);
  return (
    <div className="page-head">
      <div>
        {above}
        <h1>{unbroken(title)}</h1>
        {children !== undefined && <p>{unbroken(children)}</p>}
      </div>
      {aside}
    </div>
  );
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Zawadi`;
    show(title);
    return () => show(undefined);
  }, [title]);
}

let shown: string | undefined;
const watchers = new Set<() => void>();

function show(title: string | undefined): void {
  shown = title;
  for (const tell of watchers) tell();
}

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

/** Returns the title of the current page for the last breadcrumb; undefined while another page loads. */
export function useShownTitle(): string | undefined {
  return useSyncExternalStore(watch, () => shown);
}
