import MiniSearch from 'minisearch';
import { searchOptions, type Found } from './search-options.ts';

const SHOWN = 8;

/**
 * Runs the search field, a combobox. It lists the headings that contain the typed words; arrow keys choose one, Enter
 * opens it. The key "/" focuses the field.
 */
export function watchSearch(): void {
  const box = document.querySelector<HTMLElement>('.docs-search');
  const input = box?.querySelector('input');
  const list = box?.querySelector('ul');
  const count = box?.querySelector('[role="status"]');
  if (!box || !input || !list || !count) return;
  let index: Promise<MiniSearch> | undefined;
  const load = () => (index ??= loadIndex(box.dataset.index ?? ''));
  let chosen = -1;

  const close = () => {
    list.hidden = true;
    input.ariaExpanded = 'false';
    input.removeAttribute('aria-activedescendant');
    chosen = -1;
  };
  const look = async () => {
    const words = input.value.trim();
    if (words === '') {
      count.textContent = '';
      close();
      return;
    }
    try {
      const search = await load();
      // The reader may have typed on before the index arrived; then this result is outdated.
      if (input.value.trim() !== words) return;
      const found = search.search(words).slice(0, SHOWN) as unknown as Found[];
      list.replaceChildren(...(found.length > 0 ? found.map(optionOf) : [emptyOption('Nothing found')]));
      count.textContent = found.length === 0 ? 'Nothing found' : `${found.length} found`;
    } catch {
      index = undefined;
      list.replaceChildren(emptyOption('The search did not load. Please try again.'));
    }
    close();
    list.hidden = false;
    input.ariaExpanded = 'true';
  };
  const choose = (step: number) => {
    const options = [...list.querySelectorAll<HTMLElement>('[role="option"]:not([aria-disabled])')];
    if (options.length === 0) return;
    chosen = (chosen + step + options.length + (chosen === -1 && step < 0 ? 1 : 0)) % options.length;
    for (const [at, option] of options.entries()) option.ariaSelected = String(at === chosen);
    const current = options[chosen];
    if (current) input.setAttribute('aria-activedescendant', current.id);
    current?.scrollIntoView({ block: 'nearest' });
  };

  input.addEventListener('focus', () => void load().catch(() => (index = undefined)));
  input.addEventListener('input', () => void look());
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      choose(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter') {
      list.querySelectorAll('a')[Math.max(chosen, 0)]?.click();
    } else if (event.key === 'Escape') {
      close();
    }
  });
  // A link within the same page does not reload the page, so close the list.
  list.addEventListener('click', close);
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !box.contains(target)) close();
  });
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

async function loadIndex(address: string): Promise<MiniSearch> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the search index answered ${answer.status}`);
  return MiniSearch.loadJSON(await answer.text(), searchOptions);
}

function optionOf({ id, title, page }: Found, at: number): HTMLElement {
  const item = document.createElement('li');
  item.role = 'none';
  const link = document.createElement('a');
  link.role = 'option';
  link.id = `found-${at}`;
  link.ariaSelected = 'false';
  link.href = id;
  link.tabIndex = -1;
  link.append(title);
  if (page !== title) {
    const place = document.createElement('small');
    place.textContent = page;
    link.append(place);
  }
  item.append(link);
  return item;
}

function emptyOption(sentence: string): HTMLElement {
  const option = document.createElement('li');
  option.role = 'option';
  option.ariaDisabled = 'true';
  option.textContent = sentence;
  return option;
}
