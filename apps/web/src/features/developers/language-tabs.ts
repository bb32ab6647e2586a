const KEY = 'zawadi-example-language';
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Shows all examples in the language that the reader chose last, on this page and the next. */
export function watchTabs(): void {
  const stored = storedLanguage();
  if (stored !== null) show(stored);
  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY && newValue !== null) show(newValue);
  });
  for (const tab of document.querySelectorAll<HTMLButtonElement>('[data-tabs] [role="tab"]')) {
    tab.addEventListener('click', () => choose(tab));
    tab.addEventListener('keydown', (event) => {
      const tabs = [...(tab.parentElement?.querySelectorAll<HTMLButtonElement>('[role="tab"]') ?? [])];
      const step = STEPS[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = tabs.at((tabs.indexOf(tab) + step) % tabs.length);
      if (next === undefined) return;
      choose(next);
      next.focus();
    });
  }
}

/** The examples above change their height too. Scroll by the difference, so that the clicked tab stays in place. */
function choose(tab: HTMLButtonElement): void {
  const before = tab.getBoundingClientRect().top;
  const language = tab.dataset.language ?? '';
  show(language);
  scrollBy(0, tab.getBoundingClientRect().top - before);
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Private browsing forbids storage, so the choice applies only to this page.
  }
}

/** Shows a language in all examples that have it; other examples stay unchanged. */
function show(language: string): void {
  for (const box of document.querySelectorAll('[data-tabs]')) {
    const parts = [...box.querySelectorAll<HTMLElement>('[data-language]')];
    if (!parts.some((part) => part.dataset.language === language)) continue;
    for (const part of parts) {
      const isChosen = part.dataset.language === language;
      if (part.role === 'tabpanel') part.hidden = !isChosen;
      else {
        part.ariaSelected = String(isChosen);
        part.tabIndex = isChosen ? 0 : -1;
      }
    }
  }
}

function storedLanguage(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
