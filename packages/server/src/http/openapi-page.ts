/**
 * Page that shows the OpenAPI document, at /api/v2/docs: Swagger UI from its installed package.
 *
 * Its content security policy allows requests to this server only, and scripts only from files.
 */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './http-app.ts'

export const openApiPath = '/api/v2/openapi.json'
export const openApiPagePath = '/api/v2/docs'

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Sonde API</title>
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png">
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="stylesheet" href="docs/page.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/page.js"></script>
  </body>
</html>
`

/** Follows the scheme of the device, as long as the page is open. */
const script = `const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#swagger-ui',
  // The badge would send the document to another server.
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  tagsSorter: 'alpha',
})
`

const style = `body { margin: 0; background: #fafafa; }
html.dark-mode body { background: #1c2022; }
.swagger-ui .filter .operation-filter-input { max-width: none; }
`

const javascript = 'text/javascript; charset=utf-8'
const css = 'text/css; charset=utf-8'

/** Files defined here, and files from the package, by name. */
const own = new Map([
  ['page.js', { type: javascript, text: script }],
  ['page.css', { type: css, text: style }],
])
const packaged = new Map([
  ['swagger-ui-bundle.js', javascript],
  ['swagger-ui.css', css],
  ['favicon-32x32.png', 'image/png'],
])

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const { resolve } = createRequire(import.meta.url)

/** Serves the page and its files without authentication, like the document. */
export function registerOpenApiPage(app: App): void {
  const { version } = createRequire(import.meta.url)('swagger-ui-dist/package.json') as { version: string }
  const etag = `"${version}"`

  const secured = (reply: FastifyReply): FastifyReply =>
    reply
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('cache-control', 'no-cache')

  app.route({
    method: 'GET',
    url: openApiPagePath,
    handler: (_request, reply) => secured(reply).type('text/html; charset=utf-8').send(page),
  })
  app.route({
    method: 'GET',
    url: `${openApiPagePath}/:file`,
    async handler(request: FastifyRequest, reply) {
      const { file } = request.params as { readonly file: string }
      const mine = own.get(file)
      if (mine) return secured(reply).type(mine.type).send(mine.text)
      const type = packaged.get(file)
      if (type === undefined) return reply.callNotFound()
      secured(reply).header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(type).send(await readFile(resolve(`swagger-ui-dist/${file}`)))
    },
  })
}
