import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brotli } from './vite-brotli.ts';
import { preloadFont } from './vite-preload-font.ts';

const API = process.env.API_URL ?? 'http://localhost:4000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadFont(), brotli()],
  // The polyfill and inlined assets would need a looser Content-Security-Policy than we serve.
  build: { modulePreload: { polyfill: false }, assetsInlineLimit: 0, reportCompressedSize: false },
  server: { proxy: { '/api': API } },
  preview: { proxy: { '/api': API } },
});
