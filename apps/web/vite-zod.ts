import type { Plugin } from 'vite';

const CORE = /\/zod\/v4\/core\/core\.js$/u;
const CONFIGURATION = '__zod_globalConfig = {}';

/**
 * Has zod compile nothing: our policy refuses `eval`, and the browser reports already that it was tried. Written into its
 * first configuration, because a schema decides when it is made, and chunks are evaluated in an order of their own. A
 * module of this app that set it would be an effect, for which screens without any schema would load zod.
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'zawadi-zod-without-eval',
    apply: 'build',
    transform(code, id) {
      if (!CORE.test(id)) return undefined;
      if (!code.includes(CONFIGURATION)) throw new Error('zod keeps its configuration elsewhere');
      const configured = code.replace(CONFIGURATION, '__zod_globalConfig = { jitless: true }');
      return { code: configured, map: null, moduleSideEffects: false };
    },
  };
}
