import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brotli } from './vite-brotli.ts';
import { shortContract } from './vite-contract.ts';
import { preloadFont } from './vite-preload-font.ts';
import { serviceWorker } from './vite-service-worker.ts';
import { zodWithoutEval } from './vite-zod.ts';

const API = process.env.API_URL ?? 'http://localhost:4000';

// What every first visit loads anyway is one file: thirty small ones compress to 12 KB more and come one after another.
const FIRST_VISIT = {
  name: 'first',
  test: new RegExp(
    [
      'src/main',
      'src/api/(?:call|claims|device-key|exchange|refresh|sealed|token)',
      'src/i18n/(?:catalogue|language|languages|rich-text|say)[.]tsx?$',
      'src/features/session/(?:areas|door|guards|login-|session)',
      'src/features/shell/(?:page-|root|update)',
      'src/ui/(?:alert|button|checkbox|error-state|field|icon|language-switch|page-title|password-field|skeleton|theme|toast)',
    ].join('|'),
    'u',
  ),
};

// What every screen behind a login loads, for the same reason.
const SIGNED_IN = {
  name: 'signed-in',
  test: new RegExp(
    [
      'node_modules/@tanstack/(?:query-core|react-query)/',
      'src/api/query-',
      'src/features/loading/',
      'src/features/session/queries-provider',
      'src/features/shell/(?:frame|sidebar|slide-over|theme-item|page-name)',
      'src/ui/(?:badge|calendar-text|dialog|empty-state|money|select-field|sheet|time)',
      'packages/contract/src/(?:money|staff-roles|text)[.]ts$',
    ].join('|'),
    'u',
  ),
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    zodWithoutEval(),
    shortContract(),
    react(),
    tailwindcss(),
    preloadFont(),
    serviceWorker(),
    brotli(),
  ],
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
    rolldownOptions: { output: { codeSplitting: { groups: [FIRST_VISIT, SIGNED_IN] } } },
  },
  server: { proxy: { '/api': API } },
  preview: { proxy: { '/api': API } },
});
