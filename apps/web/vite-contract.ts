import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst, type Plugin } from 'vite';

const CONTRACT = /\/packages\/contract\/src\/[\w-]+\.ts$/u;
/** For the server, the OpenAPI document and the tests; no screen reads them. */
const NOT_SHIPPED = new Set([
  'answer',
  'example',
  'headers',
  'isBeforePasswordChange',
  'isBeforeTwoFactor',
  'isCompressed',
  'isExport',
  'message',
  'operationId',
  'rate',
  'refusals',
  'roles',
  'summary',
  'tag',
]);
/** Shipped with endpoints whose forms use them as checks: `signup.body`. */
const SCHEMAS = new Set(['body', 'params', 'query']);

/**
 * Removes parts of the contract's endpoints that only the server reads, and with them the unused schemas. Most
 * screens only make calls, and then do not load the schema library.
 */
export function shortContract(): Plugin {
  let read = new Set<string>();
  return {
    name: 'zawadi-short-contract',
    apply: 'build',
    configResolved({ root }) {
      read = schemasReadIn(join(root, 'src'));
    },
    transform(code, id) {
      if (!CONTRACT.test(id)) return undefined;
      // Marks the module as free of side effects, so that values used only by examples go too.
      return { code: shortened(code, read), map: null, moduleSideEffects: false };
    },
  };
}

/** Finds every `name.body`, `name.query` and `name.params` in the sources, whatever `name` is. */
function schemasReadIn(folder: string): Set<string> {
  const sources = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((path) => !path.includes('.test.'));
  const texts = sources.map((path) => readFileSync(join(folder, path), 'utf8'));
  return new Set(texts.flatMap((text) => text.match(/\b\w+\.(?:body|query|params)\b/gu) ?? []));
}

/** Keys that identify a declaration shared by several endpoints. */
const SHARED = new Set(['audience', 'example']);

// Declarations that are calls, or objects of calls.
const MADE = new Set(['CallExpression', 'ObjectExpression']);

type Edit = { start: number; end: number; text: string };

/** @param code an ES module, with or without TypeScript types */
function shortened(code: string, read: ReadonlySet<string>): string {
  let rest = code;
  const edits = parseAst(code, { lang: 'ts' }).body.flatMap((statement) => editsOf(statement, read));
  // From the end, so that earlier positions stay valid.
  for (const { start, end, text } of edits.slice().sort((a, b) => b.start - a.start || b.end - a.end)) {
    const after = rest.slice(end);
    rest = rest.slice(0, start) + text + (text === '' ? after.replace(/^\s*,/u, '') : after);
  }
  return rest;
}

type Node = { type: string; start: number; end: number; [field: string]: unknown };

/** Returns the edits of one statement. The bundler then drops each constant made by a call that nothing reads. */
function editsOf(statement: unknown, read: ReadonlySet<string>): Edit[] {
  if (!isNode(statement)) return [];
  const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement;
  const declared = declaration['declarations'];
  if (!Array.isArray(declared)) return [];
  return declared.flatMap((one: unknown) => {
    const made = isNode(one) ? one['init'] : undefined;
    if (!isNode(one) || !isNode(made) || !MADE.has(made.type)) return [];
    const { start, end } = made;
    return [
      { start, end: start, text: '/* @__PURE__ */ (() => (' },
      ...unshipped(made, isNode(one['id']) ? String(one['id']['name']) : '', read),
      { start: end, end, text: '))()' },
    ];
  });
}

/**
 * Returns the properties of `endpoint({ … })`, and of objects spread into several endpoints, that are not shipped.
 */
function unshipped(made: Node, name: string, read: ReadonlySet<string>): Edit[] {
  const { callee, arguments: given } = made;
  const isEndpoint = isNode(callee) && callee['name'] === 'endpoint';
  const declaration: unknown = isEndpoint && Array.isArray(given) ? given[0] : made;
  const properties = isNode(declaration) ? declaration['properties'] : undefined;
  if (!Array.isArray(properties)) return [];
  if (!isEndpoint && !properties.some((one: unknown) => SHARED.has(keyOf(one)))) return [];
  return properties.flatMap((one: unknown) => {
    const key = keyOf(one);
    const isUnread = isEndpoint && SCHEMAS.has(key) && !read.has(`${name}.${key}`);
    return isNode(one) && (NOT_SHIPPED.has(key) || isUnread)
      ? [{ start: one.start, end: one.end, text: '' }]
      : [];
  });
}

function keyOf(property: unknown): string {
  return isNode(property) && isNode(property['key']) ? String(property['key']['name']) : '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
