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

/** A screen that asks for nothing, or brings the query client itself, with the parts of the catalogue that it says. */
export function screenWithWords(load: () => Promise<ComponentType>, ...words: CataloguePart[]) {
  return lazyRouteComponent(async () => {
    const [Screen] = await Promise.all([load(), ...words.map(loadTexts)]);
    return { default: Screen };
  });
}
