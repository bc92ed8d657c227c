/** The catalogue of shared pieces: a page of its own beside the web client, none of it in the client's bundle. */

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { iconShards } from './build/icon-shards.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('src/catalogue'),
  publicDir: here('public'),
  plugins: [react(), iconShards()],
  build: {
    target: 'es2022',
    // As in the client: inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4000,
    outDir: here('../../node_modules/.cache/sonde-catalogue'),
    emptyOutDir: true,
  },
  server: { host: '127.0.0.1' },
})
