import type { FastifyInstance } from 'fastify';

type Served = { pattern: RegExp; methods: Set<string> };

declare module 'fastify' {
  interface FastifyInstance {
    /** The app's routes, in the order of their registration. Set by `collectMethods`. */
    served: Map<string, Served>;
  }
}

/** Makes `app` remember the methods of each route that is registered later. */
export function collectMethods(app: FastifyInstance): void {
  const served = new Map<string, Served>();
  app.decorate('served', served);
  app.addHook('onRoute', ({ url, method }) => {
    // The web app's files: a path below `*` may name no file.
    if (url.includes('*')) return;
    const { methods } = served.get(url) ?? remember(url);
    for (const one of [method].flat()) methods.add(one);
  });
  const remember = (url: string): Served => {
    const one = { pattern: patternOf(url), methods: new Set<string>() };
    served.set(url, one);
    return one;
  };
}

/**
 * Returns the methods that a path takes; none if there is no such path.
 * @param path without its query string
 */
export function allowedMethodsAt(app: FastifyInstance, path: string): string[] {
  const all = [...app.served.values()].flatMap(({ pattern, methods }) =>
    pattern.test(path) ? [...methods] : [],
  );
  return [...new Set(all)].toSorted();
}

function patternOf(url: string): RegExp {
  const literal = (text: string) => text.replaceAll(/[.+?^${}()|[\]\\]/gu, String.raw`\$&`);
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : literal(part)));
  return new RegExp(`^${parts.join('/')}$`, 'u');
}
