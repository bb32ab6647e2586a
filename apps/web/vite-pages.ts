import type { Plugin, Rolldown } from 'vite';

const CORE = /funnel-display-core-.*\.woff2$/u;

// Reads the stored session and asks whose it is.
const SESSION = ['src/api/cipher.ts', 'src/api/device-key.ts', 'session/who-is.ts'];
const CONSUMER = [...SESSION, 'shell/consumer-shell.tsx'];
const MERCHANT = [
  'routes/merchant-routes.ts',
  ...SESSION,
  'session/who-works.ts',
  'shell/merchant-shell.tsx',
];
const ADMIN = ['routes/admin-routes.ts', ...SESSION, 'session/who-works.ts', 'shell/admin-shell.tsx'];

/** What a page loads beside the first file, by its path; a path that ends in `*` stands for all that begin with it. */
const PAGES = {
  '/v/*': ['voucher-page/voucher-screen.tsx', 'ui/ticket-qr.tsx'],
  '/login': ['session/login-screen.tsx'],
  '/register': ['session/register-screen.tsx'],
  '/merchant/login': ['routes/merchant-routes.ts', 'session/merchant-login-screen.tsx'],
  '/admin/login': ['routes/admin-routes.ts', 'session/admin-login-screen.tsx'],
  '/dashboard': [...CONSUMER, 'consumer/dashboard/dashboard-screen.tsx'],
  '/dashboard/*': CONSUMER,
  '/merchant/dashboard/redeem': [...MERCHANT, 'merchant/redemptions/redeem-screen.tsx'],
  '/merchant/dashboard*': MERCHANT,
  '/admin': [...ADMIN, 'admin/dashboard/dashboard-screen.tsx'],
  '/admin/*': ADMIN,
};

/**
 * Asks for the typeface together with the page, so that the first text is not set twice, and writes `pages.json`: what the
 * server adds to the head of a page, so that its screen comes with the first file and not after it.
 */
export function pages(): Plugin {
  return {
    name: 'zawadi-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const font = Object.keys(bundle).find((file) => CORE.test(file));
        if (font === undefined) throw new Error('the build has no typeface to preload');
        return [
          {
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: true },
          },
        ];
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const heads = Object.entries(PAGES).map(([path, screens]) => [path, linksTo(screens, bundle)]);
        const source = JSON.stringify(Object.fromEntries(heads));
        this.emitFile({ type: 'asset', fileName: 'pages.json', source });
      },
    },
  };
}

function linksTo(screens: readonly string[], bundle: Rolldown.OutputBundle): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const withImports = (name: string): string[] => {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    return [name, ...(chunk?.imports ?? []).flatMap(withImports)];
  };
  const main = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('src/main.tsx')));
  const first = new Set(main && withImports(main.fileName));
  const entries = screens.map((screen) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(screen)));
    if (chunk === undefined) throw new Error(`${screen} is in no file`);
    return chunk.fileName;
  });
  const scripts = [...new Set(entries.flatMap(withImports))].filter((name) => !first.has(name));
  const styles = scripts.flatMap((name) => [
    ...(chunks.find(({ fileName }) => fileName === name)?.viteMetadata?.importedCss ?? []),
  ]);
  return [
    ...scripts.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
    // The screen waits for its styles by itself; as style sheets they would hold up the first thing that is drawn.
    ...[...new Set(styles)].map((name) => `<link rel="preload" as="style" crossorigin href="/${name}">`),
  ].join('');
}
