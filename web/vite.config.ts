import { join } from 'node:path'
import { defineConfig } from 'vite'
import { places } from './places-plugin.ts'

const root = join(import.meta.dirname, '..')
const TRANSOM_URL = process.env.TRANSOM_URL ?? 'http://127.0.0.1:8080'

/** The console: static files below `/console/`. `TRANSOM_URL` is the server that `vite` forwards requests to. */
export default defineConfig({
  root: join(import.meta.dirname, 'console'),
  base: '/console/',
  cacheDir: join(root, '.cache/vite'),
  plugins: [places()],
  build: {
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The content security policy allows neither inline scripts nor data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      // Libraries mark files with "use client", which means nothing here.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/admin/v1', '/livez', '/console/config.json'].map((path) => [path, TRANSOM_URL]),
    ),
  },
})
