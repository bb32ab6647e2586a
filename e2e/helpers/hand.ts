import type { Locator } from '@playwright/test';

const KEYSTROKES_A_SECOND = 3;

/**
 * Estimates a person's time for actions that a browser test performs instantly.
 * @param secondsAPress time to read the screen and press one thing
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
    /** Total time that the person needs for typing and pressing, without the time of machine and network. */
    seconds: () => keystrokes / KEYSTROKES_A_SECOND + presses * secondsAPress,
    /** Presses a field and fills it in. */
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
    /** Counts actions outside the browser, in a terminal or an editor: `paste` pastes, `typeElsewhere` types a line. */
    paste: () => void (presses += 1),
    typeElsewhere: (text: string) => void (keystrokes += text.length),
  };
}
