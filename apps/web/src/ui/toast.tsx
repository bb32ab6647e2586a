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

/** Says once what just happened; never what the screen already shows. A new toast takes the place of the one before. */
export const toast = {
  success: (title: string, description?: string) => show('success', title, description),
  error: (title: string, description?: string) => show('error', title, description),
  /** Takes back what is said now, where the next thing would contradict it. */
  clear: () => set(undefined),
  /** Takes back good news that no longer holds; what went wrong stays to be read. */
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

/** The place where toasts appear: under the bar on phones, beside the menu's foot on desks. Rendered once, at the root. */
export function Toaster() {
  const current = useSyncExternalStore(watch, () => shown);
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    // The top layer holds open dialogs; a manual popover opened later lies above them.
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
