import { join } from 'node:path'
import { defineConfig } from 'vite'
import { places } from './places-plugin.ts'

/** The script for brands' websites. Its name never changes; the map is a file of its own, which it loads from beside it. */
export default defineConfig({
  root: join(import.meta.dirname, 'widgets'),
  base: './',
  cacheDir: join(import.meta.dirname, '../.cache/vite-widgets'),
  plugins: [places()],
  build: {
    emptyOutDir: true,
    target: 'baseline-widely-available',
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'widgets/transom.ts'),
      output: {
        entryFileNames: 'transom.js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
})
