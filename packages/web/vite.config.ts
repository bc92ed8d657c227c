/** How the web client is built and served while it is worked on. */

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { catalogueFiles } from './build/catalogue-files.ts'
import { chunkGroups } from './build/chunk-groups.ts'
import { compactFirstFiles } from './build/compact-first-files.ts'
import { helpFiles } from './build/help-files.ts'
import { iconShards } from './build/icon-shards.ts'
import { precompress } from './build/precompress.ts'
import { preloadFont } from './build/preload-font.ts'
import { sandboxFiles } from './build/sandbox-files.ts'
import { splitTexts } from './build/split-texts.ts'

/** Set by `npm run dev`. */
const platform = process.env.SONDE_DEV_SERVER || 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [
    react(),
    splitTexts(),
    catalogueFiles(),
    helpFiles(),
    iconShards(),
    sandboxFiles(),
    preloadFont(),
    compactFirstFiles(),
    precompress(),
  ],
  build: {
    target: 'es2022',
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 500,
    rolldownOptions: {
      // Compressing takes longer than building, as it should.
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: chunkGroups() } },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: platform, ws: true },
      '/oauth2': platform,
      '/login/oauth2': platform,
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    setupFiles: ['src/testing/browser-parts.ts'],
    testTimeout: 60_000,
  },
})
