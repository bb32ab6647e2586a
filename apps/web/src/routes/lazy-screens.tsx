import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { CataloguePart } from '../i18n/catalogue.ts';
import { loadTexts } from '../i18n/language.ts';

/**
 * A screen that asks the server for data, and everything inside it. The query client and its
 * words are fetched along with the screen, so that the first visit to a login does without.
 * @param words a part of the catalogue that this screen has besides
 */
export function screenWithQueries(load: () => Promise<ComponentType>, words: CataloguePart = 'house') {
  return lazyRouteComponent(async () => {
    const [Screen, { QueriesProvider }] = await Promise.all([
      load(),
      import('../features/session/queries-provider.tsx'),
      loadTexts('house'),
      loadTexts(words),
    ]);
    return {
      default: () => (
        <QueriesProvider>
          <Screen />
        </QueriesProvider>
      ),
    };
  });
}

/** The same for a screen that brings the query client itself. */
export function screenOfItsOwn(load: () => Promise<ComponentType>) {
  return lazyRouteComponent(async () => {
    const [Screen] = await Promise.all([load(), loadTexts('house')]);
    return { default: Screen };
  });
}

/** A page of long texts: its words are fetched along with it, and by no other page. */
export function readingScreen(load: () => Promise<ComponentType>) {
  return lazyRouteComponent(async () => {
    const [Screen] = await Promise.all([load(), loadTexts('reading')]);
    return { default: Screen };
  });
}
