// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { WizardFoot } from './wizard-foot.tsx';

afterEach(() => document.body.replaceChildren());

function foot(gross: number, fee: number) {
  const words = { gross: 'You pay', net: 'Baraka gets' };
  return (
    <WizardFoot sum={{ gross, fee, net: gross - fee }} feeBasisPoints={500} words={words}>
      <button type="submit">Continue</button>
    </WizardFoot>
  );
}

test('shows the present amounts on a page that the browser has translated', () => {
  const { rerender, container } = render(foot(0, 0));
  translate(container);
  rerender(foot(2_500, 125));
  expect(container.textContent).toMatch(/You pay KES\s2,500Fee, 5% −\sKES\s125Baraka getsKES\s2,375/u);
});

/** Replaces texts as Chrome's translation does: a text node leaves the page, and a `font` element takes its place. */
function translate(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement?.closest('[translate="no"]')) continue;
    const translated = document.createElement('font');
    translated.textContent = text.data;
    text.replaceWith(translated);
  }
}
