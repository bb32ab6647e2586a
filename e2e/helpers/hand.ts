import type { Locator } from '@playwright/test';

const KEYSTROKES_A_SECOND = 3;

/**
 * A person at work: what a journey fills and clicks at once takes them time, which is added up.
 * @param secondsAPress to read what there is and to press one thing of it
 */
export function newHand({ secondsAPress }: { secondsAPress: number }) {
  let keystrokes = 0;
  let presses = 0;
  const screens = new Set<string>();
  const look = (where: Locator) => {
    const { pathname, search } = new URL(where.page().url());
    screens.add(pathname + search);
  };
  return {
    keystrokes: () => keystrokes + presses,
    screens: () => screens.size,
    /** How long all of it takes, beside what machine and line take. */
    seconds: () => keystrokes / KEYSTROKES_A_SECOND + presses * secondsAPress,
    /** Presses a field and fills it. */
    type: async (field: Locator, text: string) => {
      look(field);
      presses += 1;
      keystrokes += text.length;
      await field.fill(text);
    },
    press: async (control: Locator) => {
      await control.waitFor({ timeout: 30_000 });
      look(control);
      presses += 1;
      await control.click();
    },
    /** Beside the browser, in a terminal or an editor: pastes, or types a line. */
    paste: () => void (presses += 1),
    typeElsewhere: (text: string) => void (keystrokes += text.length),
  };
}
