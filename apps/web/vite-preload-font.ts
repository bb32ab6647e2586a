import type { Plugin } from 'vite';

const LATIN = /funnel-display-latin-wght-normal-.*\.woff2$/u;

/** Asks for the typeface together with the page, so that the first text is not set twice. */
export function preloadFont(): Plugin {
  return {
    name: 'zawadi-preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const font = Object.keys(bundle).find((file) => LATIN.test(file));
        if (font === undefined) throw new Error('the build has no Latin typeface to preload');
        return [
          {
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true },
          },
        ];
      },
    },
  };
}
