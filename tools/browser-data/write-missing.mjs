// Writes scripts/browser-floor/missing.json: features that at least one of our oldest browsers lacks, from MDN's data.
// Run this script after a change of `browserslist` in apps/web/package.json, or of the version of MDN's data: npm ci &&
// node write-missing.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import bcd from '@mdn/browser-compat-data' with { type: 'json' };

const root = new URL('../../', import.meta.url);
const { browserslist } = JSON.parse(readFileSync(new URL('apps/web/package.json', root), 'utf8'));
const MDN_NAMES = {
  ios_saf: 'safari_ios',
  safari: 'safari',
  chrome: 'chrome',
  and_chr: 'chrome_android',
  firefox: 'firefox',
  and_ff: 'firefox_android',
  samsung: 'samsunginternet_android',
};
const floor = browserslist.map((line) => {
  const [, name, version] = /^(\w+) >= ([\d.]+)$/.exec(line);
  return [MDN_NAMES[name], version.split('.').map(Number)];
});

const isUpTo = ([major, minor = 0], [most, mostMinor = 0]) =>
  major < most || (major === most && minor <= mostMinor);

function isIn(statements, version) {
  return [statements].flat().some((one) => {
    if (typeof one?.version_added !== 'string' || one.version_added === 'preview') return false;
    if (one.flags || one.prefix || one.alternative_name || one.partial_implementation || one.version_removed)
      return false;
    return isUpTo(one.version_added.replace('≤', '').split('.').map(Number), version);
  });
}

/** Returns whether all our browsers have a feature; undefined if the data does not cover the feature. */
function isEverywhere(feature) {
  const support = feature?.__compat?.support;
  return support && floor.every(([browser, version]) => isIn(support[browser], version));
}

const sorted = (names) => [...new Set(names)].sort((one, other) => (one < other ? -1 : 1)).join(' ');
const namesIn = (group) => Object.keys(group).filter((name) => name !== '__compat');
const lacking = (group) => namesIn(group).filter((name) => isEverywhere(group[name]) === false);

const EVERYDAY = new Set(
  (
    'AbortSignal AbortController Blob Crypto CSSStyleSheet Document DocumentFragment DOMRect Element Event EventTarget File FormData ' +
    'Headers HTMLButtonElement HTMLDialogElement HTMLElement HTMLFormElement HTMLImageElement HTMLInputElement ' +
    'HTMLSelectElement HTMLTextAreaElement HTMLVideoElement Location Navigator Node NodeList Performance Range ' +
    'ReadableStream Request Response Selection ServiceWorkerContainer Storage SubtleCrypto URL URLSearchParams Window'
  ).split(' '),
);
const globals = {};
const statics = [];
const members = new Map();
for (const owners of [bcd.javascript.builtins, bcd.api]) {
  for (const owner of namesIn(owners)) {
    if (isEverywhere(owners[owner]) === false && owners[owner].__compat) globals[owner] = true;
    for (const member of namesIn(owners[owner])) {
      const isThere = isEverywhere(owners[owner][member]);
      if (isThere === undefined || member === owner) continue;
      if (member.endsWith('_static')) {
        if (!isThere) statics.push(`${owner}.${member.replace('_static', '')}`);
      } else if (
        owners === bcd.javascript.builtins &&
        owner in { Object: 1, Math: 1, JSON: 1, Promise: 1, Reflect: 1, Atomics: 1, Intl: 1 } &&
        !isThere
      ) {
        statics.push(`${owner}.${member}`);
      }
      // Ignore members of rarer objects, because their names may also be names of our own functions.
      const isEverydays = owners === bcd.javascript.builtins || EVERYDAY.has(owner);
      if (!isEverydays && !isThere) continue;
      // If an older object has a member of the same name, the name does not show that the newer feature is used.
      members.set(
        member.replace('_static', ''),
        (members.get(member.replace('_static', '')) ?? false) || isThere,
      );
    }
  }
}
const methods = [...members].filter(([, isThere]) => !isThere).map(([name]) => name);

const { properties, selectors, types, 'at-rules': atRules } = bcd.css;
const keywords = Object.fromEntries(
  namesIn(properties)
    .filter((name) => isEverywhere(properties[name]))
    .map((name) => [name, sorted(lacking(properties[name]).filter((value) => /^[a-z-]+$/.test(value)))])
    .filter(([, values]) => values !== ''),
);
const functionsIn = (group) =>
  namesIn(group).flatMap((name) => [
    ...(isEverywhere(group[name]) === false ? [name] : []),
    ...(typeof group[name] === 'object' ? functionsIn(group[name]) : []),
  ]);
const FUNCTIONS =
  /^(?:abs|a?cos|a?sin|a?tan|anchor(?:-size)?|color(?:-mix)?|cross-fade|exp|hwb|hypot|if|lab|lch|light-dark|log|mod|oklab|oklch|pow|random|rem|round|sibling-(?:count|index)|sign|sqrt|xywh)$/;
const { viewport_percentage_units_dynamic: _d, ...length } = types.length;
const units = lacking(length).filter((name) => /^[a-z]{2,5}$/.test(name));
const dynamic =
  isEverywhere(types.length.viewport_percentage_units_dynamic) === false
    ? ['dvh', 'dvw', 'dvi', 'dvb', 'svh', 'svw', 'lvh', 'lvw']
    : [];
const container =
  isEverywhere(types.length.container_query_length_units) === false
    ? ['cqw', 'cqh', 'cqi', 'cqb', 'cqmin', 'cqmax']
    : [];

const NOISE = /^(?:CSS|Notification|PushManager|MediaSource|console|Atomics)[.]|_/;
const missing = {
  source: `@mdn/browser-compat-data ${bcd.__meta.version}`,
  browserslist,
  script: {
    globals: sorted(Object.keys(globals)),
    statics: sorted(statics.filter((name) => !NOISE.test(name))),
    methods: sorted(methods),
    attributes: sorted(lacking(bcd.html.global_attributes)),
    patterns: sorted(lacking(bcd.javascript.regular_expressions)),
  },
  styles: {
    properties: sorted(lacking(properties)),
    keywords,
    selectors: sorted(lacking(selectors)),
    atRules: sorted(lacking(atRules)),
    functions: sorted(functionsIn(types).filter((name) => FUNCTIONS.test(name))),
    units: sorted([...units, ...dynamic, ...container]),
  },
};
writeFileSync(new URL('scripts/browser-floor/missing.json', root), `${JSON.stringify(missing, null, 1)}\n`);
