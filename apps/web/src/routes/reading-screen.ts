import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadTexts } from '../i18n/language.ts';

/** A page of long texts: its words are fetched along with it, and by nobody else. */
export function readingScreen(load: () => Promise<ComponentType>) {
  return lazyRouteComponent(async () => {
    const [Screen] = await Promise.all([load(), loadTexts('reading')]);
    return { default: Screen };
  });
}
