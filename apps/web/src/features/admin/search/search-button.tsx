import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { onSearchRequest } from './find-requests.ts';
import './search-button.css';

const loadDialog = async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog });
const SearchDialog = lazy(loadDialog);

/** Opens the global search; so do Ctrl+K and, outside of fields, the key "/". */
export function SearchButton() {
  const [asked, setAsked] = useState<string>();
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      setAsked('');
    };
    addEventListener('keydown', pressed);
    const endAsked = onSearchRequest(setAsked);
    return () => {
      removeEventListener('keydown', pressed);
      endAsked();
    };
  }, []);
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
        onClick={() => setAsked('')}
      >
        <Icon of={Search} />
        <span className="search-open-text">Find anything</span>
        <kbd className="search-open-key" aria-hidden="true">
          /
        </kbd>
      </button>
      {asked !== undefined && (
        <Suspense>
          <SearchDialog beginning={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** In a field, "/" is text. While a dialog is open, no key is a shortcut. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]') !== null) return false;
  const isModified = event.ctrlKey || event.metaKey;
  if (isModified) return event.key.toLowerCase() === 'k' && !event.altKey && !event.shiftKey;
  const { target } = event;
  const isTyping =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
  return event.key === '/' && !event.altKey && !isTyping;
}
