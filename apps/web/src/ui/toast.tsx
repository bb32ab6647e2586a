import { Check, CircleAlert, X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { say } from '../i18n/say.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

type Toast = { id: number; tone: 'success' | 'error'; title: string; description: string | undefined };

const SHOWN_MS = 5000;
const MOST_AT_ONCE = 3;

const watchers = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

/** Says once what just happened; never what the screen already shows. Same words twice are one toast. */
export const toast = {
  success: (title: string, description?: string) => show('success', title, description),
  error: (title: string, description?: string) => show('error', title, description),
  /** Takes back what is said now, where the next thing would contradict it. */
  clear: () => set([]),
};

function show(tone: Toast['tone'], title: string, description: string | undefined): void {
  lastId += 1;
  const others = toasts.filter((one) => one.title !== title || one.description !== description);
  set([...others, { id: lastId, tone, title, description }].slice(-MOST_AT_ONCE));
}

function dismiss(id: number): void {
  set(toasts.filter((one) => one.id !== id));
}

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The place where toasts appear: bottom on phones, top right on desks. Rendered once, at the root. */
export function Toaster() {
  const shown = useSyncExternalStore(watch, () => toasts);
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    // The top layer holds open dialogs; a manual popover opened later lies above them.
    if (shown.length === 0) region.current?.hidePopover?.();
    else if (region.current?.matches(':popover-open') === false) region.current.showPopover?.();
  }, [shown]);
  return (
    <section ref={region} popover="manual" className="toaster" aria-label={say('Notifications')}>
      <div role="status" aria-live="polite">
        {shown
          .filter((one) => one.tone === 'success')
          .map((one) => (
            <ToastCard key={one.id} {...one} />
          ))}
      </div>
      <div role="alert">
        {shown
          .filter((one) => one.tone === 'error')
          .map((one) => (
            <ToastCard key={one.id} {...one} />
          ))}
      </div>
    </section>
  );
}

function ToastCard({ id, tone, title, description }: Toast) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wait = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => dismiss(id), SHOWN_MS);
  };
  const hold = () => clearTimeout(timer.current);
  useEffect(() => {
    timer.current = setTimeout(() => dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer.current);
  }, [id]);
  return (
    <div className="toast" onPointerEnter={hold} onPointerLeave={wait} onFocus={hold} onBlur={wait}>
      <Icon of={tone === 'success' ? Check : CircleAlert} />
      <p>
        <b>{title}</b>
        {description}
      </p>
      <IconButton label={say('Close')} onClick={() => dismiss(id)}>
        <Icon of={X} />
      </IconButton>
    </div>
  );
}
