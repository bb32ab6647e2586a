import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { searchEverything } from '@zawadi/contract/search';
import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { usePausedTyping } from '../../../ui/search-field.tsx';
import { SkeletonBlock } from '../../../ui/skeleton.tsx';
import { groupsOf, onlyHit } from './hits.ts';
import { Results } from './search-results.tsx';
import './search-dialog.css';

const SHORTEST = 2;
const LONGEST = 1_000;

type SearchDialogProps = {
  /** Text to search for when the dialog opens. */
  beginning: string;
  /** Whether Enter was pressed after this text, before the dialog opened. */
  isEntered: boolean;
  onClose: () => void;
};

/** One search field for any reference that a person reads out. Arrow keys move through the results; Enter opens one. */
export function SearchDialog({ beginning, isEntered: isEnteredBefore, onClose }: SearchDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const fieldId = useId();
  const navigate = useNavigate();
  const [text, setText] = useState(beginning);
  const { typed, setTyped } = usePausedTyping({
    value: text,
    onTyped: setText,
    isHeldBack: (now) => now.trim().length < SHORTEST,
  });
  const isAsked = text.trim().length >= SHORTEST && typed.trim().length >= SHORTEST;
  const search = useFound(text, isAsked);
  const isFresh = isAsked && typed === text && search.data !== undefined;
  const groups = isFresh ? groupsOf(search.data, text.trim()) : [];
  // True if Enter was pressed before the results arrived.
  const isEntered = useRef(isEnteredBefore);

  useLayoutEffect(() => {
    const ours = dialog.current;
    if (ours?.open === false) ours.showModal();
    return () => ours?.close();
  }, []);

  const openOnly = () => {
    isEntered.current = false;
    const hit = onlyHit(groups);
    if (hit === undefined) {
      linksIn(dialog.current)[0]?.focus();
      return;
    }
    onClose();
    void navigate(hit.to);
  };
  const answered = useEffectEvent(() => {
    if (isEntered.current) openOnly();
  });
  useEffect(() => {
    if (isFresh) answered();
  }, [isFresh]);

  return (
    <dialog
      ref={dialog}
      className="search-dialog"
      aria-label="Find anything"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      onKeyDown={(event) => {
        // Without this, Escape would empty the field instead of closing the dialog.
        if (event.key === 'Escape') {
          event.preventDefault();
          onClose();
        } else moveFocus(event, dialog.current);
      }}
    >
      <form
        role="search"
        className="search-dialog-head"
        onSubmit={(event) => {
          event.preventDefault();
          if (isFresh) return openOnly();
          // If Enter is pressed before the typing pause is over, search at once.
          isEntered.current = true;
          return setText(typed);
        }}
      >
        <Icon of={Search} />
        <label className="sr" htmlFor={fieldId}>
          What the caller reads out
        </label>
        <input
          id={fieldId}
          type="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={LONGEST}
          placeholder="Receipt, phone, name, code…"
          value={typed}
          onChange={({ target }) => {
            isEntered.current = false;
            setTyped(target.value);
          }}
        />
        <button type="button" className="icon-btn" aria-label="Close" onClick={onClose}>
          <Icon of={X} />
        </button>
      </form>
      <div className="search-dialog-body">
        {!isAsked && <WhatCanBeTyped />}
        {isAsked && search.isError && (
          <div className="search-note" role="alert">
            <p>{sentenceOf(search.error)}</p>
            <Button variant="secondary" small onClick={() => void search.refetch()}>
              Try Again
            </Button>
          </div>
        )}
        {isAsked && !isFresh && !search.isError && <Looking />}
        {isFresh && <Results found={search.data} groups={groups} text={text.trim()} onFollow={onClose} />}
      </div>
    </dialog>
  );
}

/** Searches only once for each text, because the audit log records every look-up of a voucher code. */
function useFound(text: string, isAsked: boolean) {
  const asked = text.trim();
  return useQuery({
    queryKey: adminQueryKeys.searchOfEverything(asked),
    queryFn: ({ signal }) => call(searchEverything, { body: { text: asked }, signal }),
    enabled: isAsked,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

function WhatCanBeTyped() {
  return (
    <p className="search-note muted">
      M-PESA receipt, phone number, name, email, merchant code, bill reference, ID, voucher code or its last
      four, gift link, batch, till or account number.
    </p>
  );
}

function Looking() {
  return (
    <div className="search-looking" aria-busy="true">
      <SkeletonBlock width="40%" />
      <SkeletonBlock width="80%" />
      <SkeletonBlock width="65%" />
    </div>
  );
}

function linksIn(dialog: HTMLElement | null): HTMLElement[] {
  return [...(dialog?.querySelectorAll<HTMLElement>('.search-dialog-body a') ?? [])];
}

/** Moves the focus from the field to the first result with "down", and back to the field with "up". */
function moveFocus(event: KeyboardEvent, dialog: HTMLElement | null): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = linksIn(dialog);
  const at = links.findIndex((link) => link === document.activeElement);
  const next = event.key === 'ArrowDown' ? at + 1 : at - 1;
  if (at === -1 && event.key === 'ArrowUp') return;
  event.preventDefault();
  if (next < 0) dialog?.querySelector('input')?.focus();
  else links[Math.min(next, links.length - 1)]?.focus();
}
