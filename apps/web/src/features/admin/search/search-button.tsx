import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import './search-button.css';

const loadDialog = async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog });
const SearchDialog = lazy(loadDialog);

/** Opens the search of everything; so do Ctrl+K and, where nothing is typed into, the slash. */
export function SearchButton() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      setIsOpen(true);
    };
    addEventListener('keydown', pressed);
    // What is typed right after the key must not be lost while the dialog is fetched.
    void loadDialog();
    return () => removeEventListener('keydown', pressed);
  }, []);
  return (
    <>
      <button
        type="button"
        className="search-open"
        aria-label="Find anything"
        aria-keyshortcuts="/ Control+K"
        title="Find anything (/ or Ctrl+K)"
        onClick={() => setIsOpen(true)}
      >
        <Icon of={Search} />
        <span className="search-open-text">Find anything</span>
        <kbd className="search-open-key" aria-hidden="true">
          /
        </kbd>
      </button>
      {isOpen && (
        <Suspense>
          <SearchDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** A slash is typed into fields, and keys belong to a dialog while one is open. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]') !== null) return false;
  const isModified = event.ctrlKey || event.metaKey;
  if (isModified) return event.key.toLowerCase() === 'k' && !event.altKey && !event.shiftKey;
  const { target } = event;
  const isTyping =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
  return event.key === '/' && !event.altKey && !isTyping;
}
