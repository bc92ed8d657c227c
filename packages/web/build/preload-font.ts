/**
 * Lets the browser ask for the font of Latin texts together with the code: found in the stylesheet later, it would take
 * the place of another font under the eyes of the user, and lines would break anew.
 */

import type { Plugin } from 'vite'

const font = /^assets\/inter-latin-wght-normal-.*\.woff2$/

export function preloadFont(): Plugin {
  return {
    name: 'sonde-preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        // Vite's own server serves files where they lie.
        if (!bundle) return []
        const files = Object.keys(bundle).filter((name) => font.test(name))
        if (files.length !== 1) throw new Error(`One file of Inter for Latin texts was expected: ${files}`)
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${files[0]}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
