import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { licenses } from './scripts/licenses.mjs';

// The server accepts only requests that name it as their host and come from its own page.
const server = process.env.NEWCATAN_SERVER ?? 'http://127.0.0.1:8271';

export default defineConfig({
  plugins: [svelte(), licenses()],
  // The program knows a small set of media types, and the page is the same at any address.
  base: './',
  server: {
    proxy: {
      '/api': { target: server, changeOrigin: true, headers: { origin: server } },
    },
  },
  build: {
    target: 'es2022',
    // Inlined assets and preloading would need exceptions from the policy of the page.
    assetsInlineLimit: 0,
    modulePreload: false,
    // Names without hashes keep the changes of the built page easy to see.
    rollupOptions: {
      output: {
        entryFileNames: 'page.js',
        chunkFileNames: '[name].js',
        assetFileNames: 'page[extname]',
      },
    },
  },
});
