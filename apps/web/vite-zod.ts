import type { Plugin } from 'vite';

const CORE = /\/zod\/v4\/core\/core\.js$/u;
const CONFIGURATION = '__zod_globalConfig = {}';

/**
 * Stops zod from compiling schemas: our policy refuses `eval`, and browsers report even the attempt. Written into
 * zod's first configuration, because a schema decides when it is made, and the order of chunks is not fixed. An app
 * module that set it would be a side effect, which would load zod for screens without schemas.
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'zawadi-zod-without-eval',
    apply: 'build',
    transform(code, id) {
      if (!CORE.test(id)) return undefined;
      if (!code.includes(CONFIGURATION)) throw new Error("zod's configuration has moved");
      const configured = code.replace(CONFIGURATION, '__zod_globalConfig = { jitless: true }');
      return { code: configured, map: null, moduleSideEffects: false };
    },
  };
}
