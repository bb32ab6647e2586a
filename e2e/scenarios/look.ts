import type { BrowserContext, Page } from '@playwright/test';
import type { SignedIn } from '@zawadi/story/people';
import type { World } from '@zawadi/story/steps';

/** Called at every screen and state that a walk comes by: takes its picture, or examines it. */
export type Look = (page: Page, name: string) => Promise<void>;

export type Walk = {
  page: Page;
  context: BrowserContext;
  world: World;
  sandboxUrl: string;
  meet: (firstName: string, lastName: string) => Promise<SignedIn>;
  mpesaBehaves: (change: object) => Promise<void>;
  look: Look;
};
