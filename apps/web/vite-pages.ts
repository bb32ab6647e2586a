import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Addresses of all pages; a test compares it with the router (`vitest run page-addresses -u` writes it). */
const ADDRESSES = join(import.meta.dirname, 'page-addresses.json');
const CORE = /funnel-display-core-.*\.woff2$/u;

// Reads the stored session and asks the server whose it is.
const SESSION = ['src/api/cipher.ts', 'src/api/device-key.ts', 'session/who-is.ts'];
const CONSUMER = [...SESSION, 'shell/consumer-shell.tsx'];
const MERCHANT = [
  'routes/merchant-routes.ts',
  ...SESSION,
  'session/who-works.ts',
  'shell/merchant-shell.tsx',
];
const ADMIN = ['routes/admin-routes.ts', ...SESSION, 'session/who-works.ts', 'shell/admin-shell.tsx'];

/** Files that a page loads besides the first one, by its path; a `*` at the end matches any rest. */
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
 * Preloads the typeface with the page, so that the first text does not change its look. Writes `pages.json`:
 * additions of the server to a page's head, so that the screen loads in parallel with the first file. The server
 * answers addresses that `page-addresses.json` lacks with 404.
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
        const addresses = readFileSync(ADDRESSES, 'utf8');
        this.emitFile({ type: 'asset', fileName: 'page-addresses.json', source: addresses });
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
    if (chunk === undefined) throw new Error(`no file contains ${screen}`);
    return chunk.fileName;
  });
  const scripts = [...new Set(entries.flatMap(withImports))].filter((name) => !first.has(name));
  const styles = scripts.flatMap((name) => [
    ...(chunks.find(({ fileName }) => fileName === name)?.viteMetadata?.importedCss ?? []),
  ]);
  return [
    ...scripts.map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`),
    // The screen itself waits for its styles; as style sheets they would block the first paint.
    ...[...new Set(styles)].map((name) => `<link rel="preload" as="style" crossorigin href="/${name}">`),
  ].join('');
}
