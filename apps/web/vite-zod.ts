import type { Plugin } from 'vite';

const CONFIGURED = '\0zod-without-eval';

/**
 * Has zod compile nothing: our policy refuses `eval`, and the browser reports already that it was tried. Done where zod
 * is imported, because a schema decides when it is made, and chunks are evaluated in an order of their own.
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'zawadi-zod-without-eval',
    enforce: 'pre',
    resolveId(id, importer) {
      return id === 'zod' && importer !== CONFIGURED ? CONFIGURED : undefined;
    },
    load(id) {
      if (id !== CONFIGURED) return undefined;
      return `
        import { config } from 'zod/v4/core';
        config({ jitless: true });
        export * from 'zod/v4';
      `;
    },
  };
}
