import { vi } from 'vitest';
import { setViewport } from '../ui/testing/viewport.ts';

// Test files share a process and its window. Start each file like a page that was just opened: load modules again, and
// reset the window.
vi.resetModules();
vi.unstubAllGlobals();
vi.useRealTimers();
if (typeof window !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; '))
    document.cookie = `${cookie.split('=')[0] ?? ''}=; path=/; max-age=0`;
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  // The language that index.html sets.
  document.documentElement.lang = 'en';
  // Remove properties by which tests and the router have overridden the browser's own.
  for (const one of [navigator, history])
    for (const name of Object.getOwnPropertyNames(one)) Reflect.deleteProperty(one, name);
  history.replaceState(null, '', '/');
  setViewport({ width: 1_024, height: 768 });
}

// On a device with a session, main.tsx does the same.
const { prepareSeal } = await import('../api/sealed-storage.ts');
await prepareSeal();
