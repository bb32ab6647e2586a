import { Check, CircleAlert, X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { say } from '../i18n/say.ts';
import { unbroken } from '../i18n/unbroken.tsx';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

type Toast = { id: number; tone: 'success' | 'error'; title: string; description: string | undefined };

const SHOWN_MS = 5000;

const watchers = new Set<() => void>();
let shown: Toast | undefined;
let lastId = 0;

/** Announces an event once. A new toast replaces the previous one. Do not repeat what the screen already shows. */
export const toast = {
  success: (title: string, description?: string) => show('success', title, description),
  error: (title: string, description?: string) => show('error', title, description),
  /** Dismisses the current toast; call it if the next event would contradict the toast. */
  clear: () => set(undefined),
  /** Dismisses a success toast that is no longer true; an error toast stays. */
  clearSuccess: () => {
    if (shown?.tone === 'success') set(undefined);
  },
};

function show(tone: Toast['tone'], title: string, description: string | undefined): void {
  lastId += 1;
  set({ id: lastId, tone, title, description });
}

function set(next: Toast | undefined): void {
  shown = next;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/**
 * Place of toasts: below the top bar on phones, next to the foot of the menu on desktops. Render it once, at the root.
 */
export function Toaster() {
  const current = useSyncExternalStore(watch, () => shown);
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    // An open dialog covers earlier popovers. Hide and show this popover again, so that it is above the dialog.
    region.current?.hidePopover?.();
    if (current !== undefined) region.current?.showPopover?.();
  }, [current]);
  return (
    <section ref={region} popover="manual" className="toaster" aria-label={say('Notifications')}>
      <div role="status" aria-live="polite">
        {current?.tone === 'success' && <ToastCard key={current.id} {...current} />}
      </div>
      <div role="alert">{current?.tone === 'error' && <ToastCard key={current.id} {...current} />}</div>
    </section>
  );
}

function ToastCard({ tone, title, description }: Toast) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wait = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => toast.clear(), SHOWN_MS);
  };
  const hold = () => clearTimeout(timer.current);
  useEffect(() => {
    timer.current = setTimeout(() => toast.clear(), SHOWN_MS);
    return () => clearTimeout(timer.current);
  }, []);
  return (
    <div className="toast" onPointerEnter={hold} onPointerLeave={wait} onFocus={hold} onBlur={wait}>
      <Icon of={tone === 'success' ? Check : CircleAlert} />
      <p>
        <b>{unbroken(title)}</b>
        {unbroken(description)}
      </p>
      <IconButton label={say('Close')} onClick={() => toast.clear()}>
        <Icon of={X} />
      </IconButton>
    </div>
  );
}
