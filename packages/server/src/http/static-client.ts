/**
 * Serves the built web client: its files with compressed copies, the security policy, and index.html for every page
 * address.
 *
 * The list of files is read once, so request paths are never resolved on disk.
 */

import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './http-app.ts'

/** Placeholder in index.html for the nonce of each response. */
export const noncePlaceholder = '__CSP_NONCE__'
/** Placeholder in index.html for the available languages, the default first. */
export const languagesPlaceholder = '__LANGUAGES__'
/** Placeholder in index.html for the URL templates of map tiles, the default first. */
export const tilesPlaceholder = '__TILES__'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** In order of preference. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const

interface ClientFile {
  readonly path: string
  readonly type: string
  readonly isImmutable: boolean
  readonly etag: string
  /** Encodings with an existing compressed copy. */
  readonly encodings: readonly string[]
}

export interface StaticClientOptions {
  /** Output folder of the web build. */
  readonly folder: string
  /** URL templates of map tiles: the page knows them, and their hosts are allowed for images. */
  readonly tilesUrl?: readonly string[] | null
  /** Origins that widget types written by users can load files from. */
  readonly widgetHosts?: readonly string[] | null
  /** `SONDE_BASE_URL`: its WebSocket origin is listed for browsers that don't include it in 'self'. */
  readonly baseUrl?: string | null
  /** `SONDE_HELP_URL`: its host is allowed when help pages are on another host. */
  readonly helpUrl?: string
  /** Returns the sites that may show a link of a dashboard for people without an account in a frame; absent: none. */
  readonly framingSites?: (link: OpenLink) => Promise<readonly string[]>
  /** `SONDE_LANGUAGES`, for example `en_US`. */
  readonly languages: readonly string[]
  /** `SONDE_DEFAULT_LANGUAGE`: one of `languages`. */
  readonly defaultLanguage: string
}

/** Serves the client under every path without a route. Throws when the folder has no index.html. */
export function registerStaticClient(app: App, options: StaticClientOptions): void {
  const { folder, tilesUrl, widgetHosts, baseUrl, helpUrl, framingSites, languages, defaultLanguage } = options
  const files = filesOf(folder)
  const offered = [...new Set([defaultLanguage, ...languages])].join(',')
  const tileUrls = tilesUrl ?? []
  const index = readFileSync(join(folder, 'index.html'), 'utf8')
    .replaceAll(languagesPlaceholder, offered)
    .replaceAll(tilesPlaceholder, () => tileUrls.map(escapeAttribute).join(' '))
  const tiles = [...new Set(tileUrls.map(tileHost))].map((host) => ` ${host}`).join('')
  const helpHost = helpUrl && !helpUrl.startsWith('/') ? ` ${URL.parse(helpUrl)?.origin ?? ''}` : ''

  const socket = baseUrl ? ` ${URL.parse(baseUrl)?.origin.replace(/^http/, 'ws') ?? ''}` : ''

  async function framesOf({ url }: FastifyRequest): Promise<string> {
    const link = framingSites && openLinkOf(url)
    const sites = link ? await framingSites(link) : []
    return sites.map((site) => ` ${site}`).join('')
  }

  async function sendIndex(request: FastifyRequest, reply: FastifyReply) {
    const nonce = randomBytes(16).toString('base64')
    const frames = await framesOf(request)
    return securityHeaders(reply)
      .header('content-security-policy', policy({ nonce, socket, tiles, helpHost, frames }))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(index.replaceAll(noncePlaceholder, nonce))
  }

  const framePolicies = new Map([
    [files.get(functionsFrame), functionsPolicy(files.get(functionsFrame))],
    [files.get(widgetFrame), widgetPolicy(files.get(widgetFrame), widgetHosts ?? [])],
  ])
  const policyOf = (file: ClientFile): string =>
    framePolicies.get(file) ?? (scriptSandbox.test(file.path) ? sandboxPolicy : filePolicy)

  async function sendFile(request: FastifyRequest, reply: FastifyReply, file: ClientFile) {
    securityHeaders(reply)
      .header('content-security-policy', policyOf(file))
      .header('cache-control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('etag', file.etag)
      .header('vary', 'accept-encoding')
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
    const accepted = acceptedEncodings(request.headers['accept-encoding'])
    const encoding = encodings.find(({ name }) => accepted.has(name) && file.encodings.includes(name))
    if (encoding) reply.header('content-encoding', encoding.name)
    try {
      return reply.type(file.type).send(await readFile(file.path + (encoding?.suffix ?? '')))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      // A new build replaced the file while the server runs.
      reply.removeHeader('content-encoding')
      return reply.header('cache-control', 'no-store').callNotFound()
    }
  }

  app.route({
    method: 'GET',
    url: '/*',
    handler(request, reply) {
      const path = request.url.split('?', 1)[0] ?? '/'
      if (path === '/' || path === '/index.html') return sendIndex(request, reply)
      const file = files.get(path)
      if (file) return sendFile(request, reply, file)
      // Page addresses, including `/assets/ID` of an asset, get index.html; all other unknown paths get 404.
      const wantsPage = request.headers.accept?.includes('text/html') ?? false
      const isFileGone = /^\/assets\/.*\./.test(path)
      if (wantsPage && !path.startsWith('/api/') && !isFileGone) return sendIndex(request, reply)
      return reply.callNotFound()
    },
  })
}

const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const dashboardPath = new RegExp(`^/dashboards?/(${id})$`, 'i')
const wholeId = new RegExp(`^${id}$`, 'i')

/** Dashboard with the ID of the public customer, or with the key of a share link. */
export type OpenLink =
  | { readonly dashboardId: string; readonly publicCustomerId: string }
  | { readonly dashboardId: string; readonly shareKey: string }

/** Returns null when the address isn't the public link or a share link of a dashboard. */
function openLinkOf(url: string): OpenLink | null {
  const [path = '', query = ''] = url.split('?', 2)
  const dashboardId = dashboardPath.exec(path)?.[1]?.toLowerCase()
  if (!dashboardId) return null
  const parameters = new URLSearchParams(query)
  const shareKey = parameters.get('share')
  if (shareKey) return { dashboardId, shareKey }
  const customerId = parameters.get('publicId')
  return customerId && wholeId.test(customerId) ? { dashboardId, publicCustomerId: customerId.toLowerCase() } : null
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** For the security policy: with `*` for the subdomains of a template such as `https://{s}.example.org/…`. */
function tileHost(template: string): string {
  const hasSubdomains = template.includes('//{s}.')
  const origin = URL.parse(template.replace('{s}', 'sub').replace(/\{\w+\}/g, '0'))?.origin ?? ''
  return hasSubdomains ? origin.replace('//sub.', '//*.') : origin
}

const filePolicy = "default-src 'none'; sandbox"
/** Worker that tests scripts of the editors: it may evaluate text as code, but cannot load or call anything. */
const scriptSandbox = /[\\/]assets[\\/]script-sandbox-[\w-]+\.js$/
const sandboxPolicy = "default-src 'none'; script-src 'unsafe-eval'"

/** Frame in which functions of widget settings run, in workers that it starts. */
const functionsFrame = '/sandbox/frame.html'

/**
 * Policy of that frame and its workers: an opaque origin, code from text, and nothing to load or to call. Its one script
 * stands in the file. Pages in frames of other sites use it too, so it names no ancestors.
 */
function functionsPolicy(file: ClientFile | undefined): string {
  return `sandbox allow-scripts; default-src 'none'; script-src ${scriptHash(file)} blob: 'unsafe-eval'; worker-src blob:`
}

/** Frame of a widget whose type a user wrote. */
const widgetFrame = '/sandbox/widget.html'

/**
 * Policy of that frame: an opaque origin, code and styles from text, and nothing to load or to call, except files of the
 * hosts that the operator allows.
 */
function widgetPolicy(file: ClientFile | undefined, hosts: readonly string[]): string {
  const allowed = hosts.map((host) => ` ${host}`).join('')
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${scriptHash(file)} 'unsafe-eval'${allowed}`,
    `style-src 'unsafe-inline'${allowed}`,
    `img-src data: blob:${allowed}`,
    `font-src data:${allowed}`,
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** Of the one script that stands in the file. */
function scriptHash(file: ClientFile | undefined): string {
  const script = file && /<script>(.*?)<\/script>/s.exec(readFileSync(file.path, 'utf8'))?.[1]
  const hash = createHash('sha256')
    .update(script ?? '')
    .digest('base64')
  return `'sha256-${hash}'`
}

interface PolicyHosts {
  readonly nonce: string
  /** Hosts with a leading space; empty: none. Never taken from a request. */
  readonly socket: string
  readonly tiles: string
  readonly helpHost: string
  /** Sites that may show the page in a frame. */
  readonly frames: string
}

const policy = ({ nonce, socket, tiles, helpHost, frames }: PolicyHosts): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'${socket}${helpHost}`,
    `img-src 'self' data: blob:${tiles}${helpHost}`,
    "font-src 'self' data:",
    "worker-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors 'self'${frames}`,
  ].join('; ')

const securityHeaders = (reply: FastifyReply): FastifyReply =>
  reply
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()')

function filesOf(folder: string): ReadonlyMap<string, ClientFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/').replace(/^\/*/, '/'))
  const known = new Set(names)
  const files = new Map<string, ClientFile>()
  for (const name of names) {
    if (/\.(br|gz)$/.test(name)) continue
    const path = join(folder, name)
    const { size, mtimeMs } = statSync(path)
    files.set(name, {
      path,
      type: contentTypes[extname(name)] ?? 'application/octet-stream',
      // Only files whose names contain a content hash; help pages and texts, in subfolders, have stable names.
      isImmutable: /^\/assets\/[^/]+-[\w-]{8,}\.\w+$/.test(name),
      etag: `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`,
      encodings: encodings.filter(({ suffix }) => known.has(name + suffix)).map((each) => each.name),
    })
  }
  return files
}

function acceptedEncodings(header: string | string[] | undefined): ReadonlySet<string> {
  const parts = String(header ?? '').split(',')
  return new Set(
    parts.filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part)).map((part) => part.split(';', 1)[0]?.trim() ?? ''),
  )
}
