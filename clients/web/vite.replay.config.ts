import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { oneFile } from './scripts/one_file.mjs';

// The page of recorded games, which works without a server: one file beside the other page.
export default defineConfig({
  plugins: [svelte(), oneFile()],
  base: './',
  publicDir: false,
  build: {
    target: 'es2022',
    emptyOutDir: false,
    modulePreload: false,
    // Otherwise the script would contain the style and put it into the page.
    cssCodeSplit: false,
    rollupOptions: {
      input: 'replay.html',
      output: { format: 'iife', entryFileNames: 'replay.js', assetFileNames: 'replay[extname]' },
    },
  },
});
