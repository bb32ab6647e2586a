import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { CataloguePart } from '../i18n/catalogue.ts';
import { loadTexts } from '../i18n/language.ts';

/**
 * Loads a screen that calls the server, together with the query client and the screen's texts. The sign-in pages load
 * neither.
 * @param words further part of the catalogue that this screen needs
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

/**
 * Loads a screen with the given parts of the catalogue. For screens that make no queries, or that load the query client
 * themselves.
 */
export function screenWithWords(load: () => Promise<ComponentType>, ...words: CataloguePart[]) {
  return lazyRouteComponent(async () => {
    const [Screen] = await Promise.all([load(), ...words.map(loadTexts)]);
    return { default: Screen };
  });
}
