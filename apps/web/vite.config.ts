import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brotli } from './vite-brotli.ts';
import { shortContract } from './vite-contract.ts';
import { pages } from './vite-pages.ts';
import { serviceWorker } from './vite-service-worker.ts';
import { zodWithoutEval } from './vite-zod.ts';

const API = process.env.API_URL ?? 'http://localhost:4000';

// What a page loads anyway is one file: thirty small ones compress to 12 KB more and come one after another.
const group = (name: string, ...modules: string[]) => ({ name, test: new RegExp(modules.join('|'), 'u') });

const GROUPS = [
  // Every page.
  group(
    'first',
    'rolldown/runtime',
    'src/main',
    'src/api/(?:call|claims|exchange|refresh|sealed|token)',
    'src/i18n/(?:catalogue|language|languages|rich-text|say|unbroken)[.]tsx?$',
    'src/features/session/(?:areas|guards|session)',
    'src/features/shell/(?:page-|root|update)',
    'packages/contract/src/format[.]ts$',
    'lucide-react/dist/esm/icons/eye[.]mjs$',
    'src/ui/(?:alert|button|error-state|field[.]|icon|language-switch|page-title|skeleton|theme|toast)',
  ),
  // What was typed is checked by schemas; a screen that only calls does without.
  group(
    'schemas',
    'node_modules/zod/',
    'packages/contract/src/(?:money|staff-roles|text|voucher-status)[.]ts$',
  ),
  // Every door.
  group('door', 'src/features/session/(?:door|login-)', 'src/ui/(?:checkbox|password-field)[.]tsx$'),
  // What asks the server for data: the page of a gift, and every screen behind a login.
  group(
    'queries',
    'node_modules/@tanstack/(?:query-core|react-query)/',
    'src/api/query-',
    'src/features/loading/',
    'src/features/session/queries-provider',
    'src/ui/(?:badge|empty-state|money|time|time-text)[.]tsx?$',
  ),
  // Every screen behind a login.
  group(
    'signed-in',
    'src/features/shell/(?:frame|sidebar|slide-over|theme-item|page-name)',
    'src/ui/(?:calendar-text|dialog|select-field|sheet)',
  ),
  // Otherwise it would go with the gift's page, whose contract names it.
  group('purchases', 'packages/contract/src/(?:example-values|purchases)[.]ts$'),
  // The page of a gift.
  group(
    'voucher',
    'src/features/voucher-page/(?:claim-problem|say-thanks|shop-tile|use-|voucher-)',
    'src/features/files/use-download',
    'src/features/shell/public-head',
    'src/ui/(?:copy-button|first-name|ink-on|print-area|ticket|ticket-state)[.]tsx?$',
    'packages/contract/src/(?:receipts|voucher-code|vouchers)[.]ts$',
  ),
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [zodWithoutEval(), shortContract(), react(), tailwindcss(), pages(), serviceWorker(), brotli()],
  // The polyfill and inlined assets would need a looser Content-Security-Policy than we serve.
  build: {
    modulePreload: {
      polyfill: false,
      // The names of everything that every screen needs would be several KB of the first visit.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((name) => name.endsWith('.css')),
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  server: { proxy: { '/api': API } },
  preview: { proxy: { '/api': API } },
});
