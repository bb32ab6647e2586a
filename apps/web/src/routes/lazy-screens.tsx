import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { CataloguePart } from '../i18n/catalogue.ts';
import { loadTexts } from '../i18n/language.ts';

/**
 * Loads a screen that calls the server, with everything inside it. The query client and its words load with the
 * screen; a first visit to a sign-in page does without them.
 * @param words a further part of the catalogue for this screen
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

/** Loads a screen that makes no queries, or brings the query client itself, with the given parts of the catalogue. */
export function screenWithWords(load: () => Promise<ComponentType>, ...words: CataloguePart[]) {
  return lazyRouteComponent(async () => {
    const [Screen] = await Promise.all([load(), ...words.map(loadTexts)]);
    return { default: Screen };
  });
}
