import './developers.css';
import { watchTabs } from './language-tabs.ts';
import { fillInOwnKey } from './own-key.ts';
import { watchSearch } from './search-box.ts';

/**
 * The pages work without this script. It adds tabs, copy buttons, search, the reader's key, and the switch between light
 * and dark.
 */

const THEME = 'zawadi-theme';
const COPIED_FOR_MS = 2_000;

watchTabs();
watchSearch();
openAddressed();
fillInOwnKey();
addEventListener('hashchange', openAddressed);
addEventListener('beforeprint', () => {
  for (const details of document.querySelectorAll('details')) details.open = true;
});
document.querySelector('.theme-btn')?.addEventListener('click', changeTheme);
for (const button of document.querySelectorAll<HTMLButtonElement>('.copy')) {
  button.addEventListener('click', () => void copyBeside(button));
}

/** Opens the entry of the refusal code in the URL. Without scripts, the reader clicks the entry. */
function openAddressed(): void {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(named instanceof HTMLDetailsElement)) return;
  named.open = true;
  named.scrollIntoView();
}

/** Stores the same theme setting as the app. `theme.js` in the page's head applies it. */
function changeTheme(): void {
  const isDark = document.documentElement.dataset.theme === 'dark';
  try {
    localStorage.setItem(THEME, isDark ? 'light' : 'dark');
  } catch {
    // Private browsing forbids storage, so the next page starts with its default theme.
  }
  dispatchEvent(new Event(THEME));
}

async function copyBeside(button: HTMLButtonElement): Promise<void> {
  const shown = button
    .closest('.codebox')
    ?.querySelector('[role="tabpanel"]:not([hidden]) pre, :scope > pre');
  const said = document.querySelector('#said');
  try {
    await navigator.clipboard.writeText(shown?.textContent ?? '');
    button.dataset.copied = '';
    setTimeout(() => delete button.dataset.copied, COPIED_FOR_MS);
    if (said) said.textContent = 'Copied to clipboard!';
  } catch {
    if (said)
      said.textContent = 'Your browser did not let us copy. Please select the text and copy it yourself.';
    if (shown) getSelection()?.selectAllChildren(shown);
  }
}
