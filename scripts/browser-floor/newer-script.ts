import { parseAst } from 'rolldown/parseAst';
import missing from './missing.json' with { type: 'json' };

type Node = { type: string; [field: string]: unknown };

const words = (text: string) => new Set(text.split(' '));
const GLOBALS = words(missing.script.globals);
const STATICS = words(missing.script.statics);
const METHODS = words(missing.script.methods);
const ATTRIBUTES = words(missing.script.attributes);
const PATTERNS = words(missing.script.patterns);
const LOOKBEHIND = /\(\?<[=!]/u;

/**
 * Finds features in a script that one of our oldest supported browsers lacks: `URL.parse`, `.toSorted()`,
 * `structuredClone`, `popover=`, `(?<=` or `/…/v`. Matches methods by name only. It cannot find a newer method that
 * shares its name with an older one, such as `map`: the type check does.
 */
export function unsupportedInScript(code: string, lang: 'js' | 'ts' | 'tsx'): string[] {
  const found = new Set<string>();
  const declared = new Set<string>();
  const named = new Set<string>();
  walk(parseAst(code, { lang }) as unknown as Node, (node, parent) => {
    if (node.type === 'MemberExpression' || node.type === 'StaticMemberExpression')
      noteMember(node, parent, found);
    if (node.type === 'Identifier') noteName(node, parent, { declared, named });
    if (node.type === 'Property' || node.type === 'JSXAttribute') noteAttribute(node, found);
    if (node.type === 'Literal') notePattern(node, parent, found);
  });
  for (const name of named) if (GLOBALS.has(name) && !declared.has(name)) found.add(name);
  return [...found];
}

function noteMember(node: Node, parent: Node | undefined, found: Set<string>): void {
  const { object, property, computed } = node;
  const name = nameOf(property);
  if (computed === true || name === undefined) return;
  const owner = nameOf(object);
  const base = nameOf((object as Node).property);
  const isGlobal =
    base !== undefined && /^(?:globalThis|window|self)$/u.test(nameOf((object as Node).object) ?? '');
  if (STATICS.has(`${isGlobal ? base : owner}.${name}`)) found.add(`${isGlobal ? base : owner}.${name}`);
  const isCalled = parent?.type === 'CallExpression' && parent['callee'] === node;
  if (isCalled && METHODS.has(name)) found.add(`.${name}()`);
  if (/^(?:globalThis|window|self)$/u.test(owner ?? '') && GLOBALS.has(name)) found.add(name);
  // In every browser, crypto.randomUUID is missing on pages served by plain http.
  if (owner === 'crypto' && name === 'randomUUID') found.add('crypto.randomUUID');
}

function noteName(
  node: Node,
  parent: Node | undefined,
  { declared, named }: { declared: Set<string>; named: Set<string> },
): void {
  const name = nameOf(node) ?? '';
  const isKey =
    (parent?.['key'] === node && parent['computed'] !== true && parent['shorthand'] !== true) ||
    (parent?.['property'] === node && parent['computed'] !== true);
  if (isKey) return;
  if (parent !== undefined && /Declarat|Function|Param|Pattern|Specifier|Class|Catch/u.test(parent.type))
    declared.add(name);
  // Feature detection.
  if (parent?.type === 'UnaryExpression' && parent['operator'] === 'typeof') return;
  if (parent !== undefined && parent.type.startsWith('TS')) return;
  named.add(name);
}

function noteAttribute({ key, name }: Node, found: Set<string>): void {
  const attribute = nameOf(key ?? name)?.toLowerCase() ?? '';
  if (ATTRIBUTES.has(attribute)) found.add(`${attribute}=`);
}

function notePattern({ regex, value }: Node, parent: Node | undefined, found: Set<string>): void {
  const { pattern = '', flags = '' } = (regex ?? {}) as { pattern?: string; flags?: string };
  const callee = nameOf(parent?.['callee']);
  const text = callee === 'RegExp' && typeof value === 'string' ? value : pattern;
  if (PATTERNS.has('lookbehind_assertion') && LOOKBEHIND.test(text)) found.add('(?<= or (?<!');
  if (flags.includes('v')) found.add('the flag v');
}

function nameOf(node: unknown): string | undefined {
  const { name, type } = Object(node) as { name?: unknown; type?: unknown };
  return typeof name === 'string' && /Identifier/u.test(String(type)) ? name : undefined;
}

function walk(node: Node, visit: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
  visit(node, parent);
  for (const field of Object.values(node)) {
    for (const child of Array.isArray(field) ? field : [field])
      if (typeof child === 'object' && child !== null && 'type' in child) walk(child as Node, visit, node);
  }
}
