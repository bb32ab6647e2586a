import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { onSearchRequest } from './find-requests.ts';
import './search-button.css';

const loadDialog = async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog });
const SearchDialog = lazy(loadDialog);

/** Text to search for, and whether Enter was pressed after it. */
type Asked = { text: string; isEntered?: boolean };

/** Opens the global search; so do Ctrl+K and, outside of fields, the key "/". */
export function SearchButton() {
  const [asked, setAsked] = useState<Asked>();

  // The dialog is a file of its own. Text that is typed or pasted before the file has arrived is kept for the dialog.
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (isDialogOpen()) return;
    const next = isShortcut(event) ? { text: '' } : asked && askedAfterKey(asked, event);
    if (next === asked) return;
    event.preventDefault();
    setAsked(next);
  });
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    if (!asked || isDialogOpen()) return;
    event.preventDefault();
    setAsked({ text: asked.text + (event.clipboardData?.getData('text') ?? '') });
  });
  useEffect(() => {
    const onPress = (event: KeyboardEvent) => pressed(event);
    const onPaste = (event: ClipboardEvent) => pasted(event);
    addEventListener('keydown', onPress);
    addEventListener('paste', onPaste);
    const endAsked = onSearchRequest((text) => setAsked({ text }));
    return () => {
      removeEventListener('keydown', onPress);
      removeEventListener('paste', onPaste);
      endAsked();
    };
  }, []);
  useEffect(() => whenIdle(() => void loadDialog()), []);
  return (
    <>
      <button
        type="button"
        className="search-open"
        aria-label="Find anything"
        aria-keyshortcuts="/ Control+K"
        title="Find anything (/ or Ctrl+K)"
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => setAsked({ text: '' })}
      >
        <Icon of={Search} />
        <span className="search-open-text">Find anything</span>
        <kbd className="search-open-key" aria-hidden="true">
          /
        </kbd>
      </button>
      {asked && (
        <Suspense>
          <SearchDialog
            beginning={asked.text}
            isEntered={asked.isEntered === true}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** In a field, "/" is text. While a dialog is open, no key is a shortcut. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (isDialogOpen()) return false;
  const isModified = event.ctrlKey || event.metaKey;
  if (isModified) return event.key.toLowerCase() === 'k' && !event.altKey && !event.shiftKey;
  const { target } = event;
  const isTyping =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
  return event.key === '/' && !event.altKey && !isTyping;
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

/** Returns what is asked after a key was pressed: the same if the key means nothing here. */
function askedAfterKey(asked: Asked, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): Asked | undefined {
  const { text } = asked;
  if (ctrlKey || metaKey || altKey) return asked;
  if (key === 'Escape') return undefined;
  if (key === 'Enter') return { text, isEntered: true };
  if (key === 'Backspace') return { text: text.slice(0, -1) };
  return key.length === 1 ? { text: text + key } : asked;
}

/** Safari has no idle callback. */
function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const idle = requestIdleCallback(run);
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(run, 1_000);
  return () => clearTimeout(timer);
}
