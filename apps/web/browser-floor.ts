import manifest from './package.json' with { type: 'json' };

/** Samsung Internet 16 is Chromium 92, which is older than Chrome 95. */
const ENGINES: Record<string, string> = {
  samsung: 'chrome92',
  ios_saf: 'ios',
  safari: 'safari',
  firefox: 'firefox',
};

/** The oldest browsers that the app supports, for the CSS compiler. */
export const styleTargets = manifest.browserslist.flatMap((line) => {
  const [name = '', version = ''] = line.split(' >= ');
  const engine = ENGINES[name];
  return engine === undefined ? [] : [/\d/u.test(engine) ? engine : `${engine}${version}`];
});

/**
 * The same for the JavaScript compiler. Safari 15.4 and Chrome 92 parse all the syntax that these newer versions
 * parse. For the older targets the compiler would write every private field as a WeakMap, and every visit would pay
 * for that. The rewrite avoids only rare bugs, which no library of ours triggers.
 */
const SAME_SYNTAX: Record<string, string> = {
  'ios15.4': 'ios16',
  'safari15.4': 'safari16',
  chrome92: 'chrome98',
};
export const scriptTargets = styleTargets.map((target) => SAME_SYNTAX[target] ?? target);
