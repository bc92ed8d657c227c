/**
 * Files of the sandboxes: `sandbox/frame.html` and `sandbox/function-worker.js` for functions of widget settings,
 * `sandbox/widget.html` for a whole widget. The frames have an opaque origin, from which they can't load modules of the
 * server: their script stands in the page itself, and the worker's code is a single classic script that the page passes
 * on.
 */

import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const source = (name: string) => fileURLToPath(new URL(`../src/sandbox/${name}`, import.meta.url))

/** The module with everything it imports, as a classic script. */
async function scriptOf(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: source(name), formats: ['iife'], name: 'sandbox' },
    },
  })
  const [{ output }] = (Array.isArray(built) ? built : [built]) as { output: readonly { code?: string }[] }[]
  return output[0]?.code ?? ''
}

/** What code of widgets finds: the whole frame, in the font and color of the theme. */
const widgetStyle =
  'html,body{height:100%;margin:0;background:transparent}' +
  'body{color:var(--sd-text);font:14px/20px var(--sd-font-sans,sans-serif)}' +
  '#widget{height:100%;overflow:auto}*{box-sizing:border-box}'

const files: Readonly<Record<string, { readonly type: string; readonly make: () => Promise<string> }>> = {
  'sandbox/frame.html': {
    type: 'text/html; charset=utf-8',
    make: async () =>
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sandbox</title><script>${await scriptOf('frame.ts')}</script></html>`,
  },
  'sandbox/widget.html': {
    type: 'text/html; charset=utf-8',
    make: async () =>
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Widget</title><style>${widgetStyle}</style><body><div id="widget"></div><script>${await scriptOf('widget-frame.ts')}</script></html>`,
  },
  'sandbox/function-worker.js': {
    type: 'text/javascript; charset=utf-8',
    make: () => scriptOf('function-worker.ts'),
  },
}

export function sandboxFiles(): Plugin {
  return {
    name: 'sonde-sandbox-files',
    async generateBundle() {
      for (const [fileName, { make }] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source: await make() })
      }
    },
    configureServer(server) {
      for (const [name, { type, make }] of Object.entries(files)) {
        server.middlewares.use(`/${name}`, (_, response, next) => {
          make().then((text) => {
            response.setHeader('content-type', type)
            response.end(text)
          }, next)
        })
      }
    },
  }
}
