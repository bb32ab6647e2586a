import { parseAst, type Plugin } from 'vite';

const CONTRACT = /\/packages\/contract\/src\/[\w-]+\.ts$/u;
/** For the OpenAPI document and the tests; no screen reads them. */
const NOT_SHIPPED = new Set(['example', 'summary', 'tag']);

/** Takes out of the contract's endpoints what only the server reads. */
export function shortContract(): Plugin {
  return {
    name: 'zawadi-short-contract',
    apply: 'build',
    transform(code, id) {
      if (!CONTRACT.test(id)) return undefined;
      // What only examples use goes with them.
      return { code: withoutDescriptions(code), map: null, moduleSideEffects: false };
    },
  };
}

/** @param code an ES module, in TypeScript or without its types */
function withoutDescriptions(code: string): string {
  let rest = code;
  // From the end, so that the places before stay what they are.
  for (const { start, end } of describing(parseAst(code, { lang: 'ts' })).toSorted(
    (a, b) => b.start - a.start,
  )) {
    rest = rest.slice(0, start) + rest.slice(end).replace(/^\s*,/u, '');
  }
  return rest;
}

type Node = { type: string; start: number; end: number; [field: string]: unknown };

/** The properties of every `endpoint({ … })` that are not shipped. */
function describing(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(describing);
  if (!isNode(node)) return [];
  const { callee, arguments: given } = node;
  const isEndpoint = isNode(callee) && callee['name'] === 'endpoint';
  const declaration: unknown = isEndpoint && Array.isArray(given) ? given[0] : undefined;
  const properties = isNode(declaration) ? declaration['properties'] : undefined;
  if (!Array.isArray(properties)) return Object.values(node).flatMap(describing);
  return properties.filter(
    (one: unknown): one is Node =>
      isNode(one) && isNode(one['key']) && NOT_SHIPPED.has(String(one['key']['name'])),
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
