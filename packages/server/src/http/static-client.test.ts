import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { unauthenticated } from '@sonde/model/errors'
import { temporaryFolder } from '../storage/testing.ts'
import { startTestApp } from './http-testing.ts'
import { languagesPlaceholder, noncePlaceholder, registerStaticClient, tilesPlaceholder } from './static-client.ts'

const someId = '01a20bd3-ed8d-738b-856e-41506327e236'
const publicId = '01a20bd3-ed8d-738b-856e-41506327e237'
const script = 'console.log("sonde")\n'.repeat(20)
const page = { accept: 'text/html,application/xhtml+xml' }

async function start(t: TestContext) {
  const folder = await temporaryFolder(t)
  await mkdir(join(folder, 'assets'))
  await writeFile(
    join(folder, 'index.html'),
    `<meta name="nonce" content="${noncePlaceholder}"><h1 lang="${languagesPlaceholder}" data-tiles="${tilesPlaceholder}">Sonde</h1>`,
  )
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  await writeFile(join(folder, 'manifest.webmanifest'), '{}')
  await writeFile(join(folder, 'assets/main-B4k9xQ_2.js'), script)
  await writeFile(join(folder, 'assets/script-sandbox-B4k9xQ_2.js'), script)
  await writeFile(join(folder, 'assets/main-B4k9xQ_2.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'assets/main-B4k9xQ_2.js.gz'), gzipSync(script))
  await mkdir(join(folder, 'sandbox'))
  await writeFile(join(folder, 'sandbox/frame.html'), `<!doctype html><script>${script}</script>`)
  await writeFile(join(folder, 'sandbox/widget.html'), `<!doctype html><script>${script}</script>`)
  await mkdir(join(folder, 'assets/help/en_US'), { recursive: true })
  await writeFile(join(folder, 'assets/help/en_US/device-profiles.md'), '# Device profiles')
  return startTestApp(t, {
    scopeOfToken: () => Promise.reject(unauthenticated('nobody')),
    register: (_, app) =>
      registerStaticClient(app, {
        folder,
        tilesUrl: ['https://tiles.example.org/{z}/{x}/{y}.png?a=1&b', 'https://{s}.maps.example/{z}/{x}/{y}.png'],
        widgetHosts: ['https://cdn.example.org'],
        baseUrl: 'https://iot.example.org/sonde',
        helpUrl: 'https://help.example.org/sonde',
        framingSites: async ({ dashboardId, ...link }) => {
          const isOpen = 'shareKey' in link ? link.shareKey === 'a.key' : link.publicCustomerId === publicId
          return isOpen && dashboardId === someId ? ['https://portal.example'] : []
        },
        languages: ['en_US', 'de_DE'],
        defaultLanguage: 'de_DE',
      }),
  })
}

test('every page address answers the page, with a strict policy and a nonce of its own', async (t) => {
  const { call } = await start(t)
  const nonces = new Set<string>()
  for (const path of ['/', '/devices/1?tab=telemetry', '/login']) {
    const { status, headers, text } = await call('GET', path, { headers: page })
    assert.equal(status, 200, path)
    const policy = headers.get('content-security-policy') ?? ''
    const nonce = /content="([^"]+)"/.exec(text)?.[1] ?? ''
    nonces.add(nonce)
    assert.ok(policy.includes(`style-src 'self' 'nonce-${nonce}'`), policy)
    assert.match(policy, /script-src 'self';/)
    assert.match(policy, /object-src 'none'; base-uri 'self'/)
    assert.match(policy, /frame-ancestors 'self'/)
    assert.match(
      policy,
      /img-src 'self' data: blob: https:\/\/tiles\.example\.org https:\/\/\*\.maps\.example https:\/\/help\.example\.org;/,
    )
    assert.ok(policy.includes(`connect-src 'self' wss://iot.example.org https://help.example.org;`), policy)
    assert.doesNotMatch(policy, /unsafe/)
    assert.equal(headers.get('cache-control'), 'no-cache')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.ok(headers.get('referrer-policy') && headers.get('permissions-policy'))
  }
  assert.equal(nonces.size, 3)
})

test('the page is told where tiles of maps are, the default first', async (t) => {
  const { call } = await start(t)
  const { text } = await call('GET', '/', { headers: page })
  assert.ok(
    text.includes(
      'data-tiles="https://tiles.example.org/{z}/{x}/{y}.png?a=1&amp;b https://{s}.maps.example/{z}/{x}/{y}.png"',
    ),
    text,
  )
})

test('the page is told its languages, the default first', async (t) => {
  const { call } = await start(t)
  assert.match((await call('GET', '/', { headers: page })).text, /<h1 lang="de_DE,en_US"/)
})

test('help pages are Markdown that is asked for anew', async (t) => {
  const { call } = await start(t)
  const answer = await call('GET', '/assets/help/en_US/device-profiles.md')
  assert.equal(answer.text, '# Device profiles')
  assert.equal(answer.headers.get('content-type'), 'text/markdown; charset=utf-8')
  assert.equal(answer.headers.get('cache-control'), 'no-cache')
})

test('files with a hash are kept for ever and sent compressed', async (t) => {
  const { call } = await start(t)
  for (const [accepted, encoding] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0', null],
    ['identity', null],
  ] as const) {
    const answer = await call('GET', '/assets/main-B4k9xQ_2.js', { headers: { 'accept-encoding': accepted } })
    assert.equal(answer.text, script)
    assert.equal(answer.headers.get('content-encoding'), encoding, accepted)
    assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  }
})

test('other files are asked for again, and not sent twice', async (t) => {
  const { call } = await start(t)
  const first = await call('GET', '/favicon.svg')
  assert.deepEqual([first.status, first.headers.get('cache-control')], [200, 'no-cache'])
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  assert.equal((await call('GET', '/favicon.svg', { headers })).status, 304)
})

test('the manifest has its type, and is asked for again', async (t) => {
  const { call } = await start(t)
  const { status, headers } = await call('GET', '/manifest.webmanifest')
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/manifest+json')
  assert.equal(headers.get('cache-control'), 'no-cache')
})

test('what is not there is not there: calls, assets, and what lies outside', async (t) => {
  const { call } = await start(t)
  for (const path of ['/api/nothing', '/assets/old-12345678.js', '/assets/../../etc/passwd', '/%2e%2e/etc/passwd']) {
    const { status, text } = await call('GET', path, { headers: { accept: '*/*' } })
    assert.equal(status, 404, path)
    assert.doesNotMatch(text, /Sonde<|root:/)
  }
  for (const path of ['/api/nothing', '/assets/old-12345678.js']) {
    assert.equal((await call('GET', path, { headers: page })).status, 404, path)
  }
})

test('an asset has a page, although the files of the page stand below the same word', async (t) => {
  const { call } = await start(t)
  const { status, text } = await call('GET', '/assets/01a1ffc8-d936-759f-bb7c-a64760ff7535', { headers: page })
  assert.equal(status, 200)
  assert.match(text, /<h1/)
})

test('only the sandbox of scripts may make code of text, and it can load and call nothing', async (t) => {
  const { call } = await start(t)
  const policyOf = async (path: string) => (await call('GET', path)).headers.get('content-security-policy')
  assert.equal(await policyOf('/assets/script-sandbox-B4k9xQ_2.js'), "default-src 'none'; script-src 'unsafe-eval'")
  assert.equal(await policyOf('/assets/main-B4k9xQ_2.js'), "default-src 'none'; sandbox")
})

test('only the public link and share links of a dashboard may be framed by the sites that are allowed', async (t) => {
  const { call } = await start(t)
  const framers = async (path: string) => {
    const { headers } = await call('GET', path, { headers: page })
    return /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
  }
  const link = `/dashboard/${someId}?publicId=${publicId}`
  assert.equal(await framers(link), "'self' https://portal.example")
  assert.equal(
    await framers(`/dashboard/${someId.toUpperCase()}?state=x&publicId=${publicId}`),
    "'self' https://portal.example",
  )
  assert.equal(await framers(`/dashboard/${someId}?share=a.key&state=x`), "'self' https://portal.example")
  assert.equal(await framers(`/dashboard/${someId}?share=wrong&publicId=${publicId}`), "'self'")
  const others = [`/dashboard/${someId}`, `/devices?publicId=${publicId}`, `/dashboard/${someId}?publicId=%3B*`]
  for (const path of [...others, `/dashboard/${publicId}?publicId=${publicId}`, `/login?next=${link}`]) {
    assert.equal(await framers(path), "'self'", path)
  }
})

test('the frame for functions of widgets has an opaque origin, runs its own script and code from text, and loads nothing', async (t) => {
  const { call } = await start(t)
  const { status, headers } = await call('GET', '/sandbox/frame.html', { headers: page })
  assert.equal(status, 200)
  const hash = createHash('sha256').update(script).digest('base64')
  assert.equal(
    headers.get('content-security-policy'),
    `sandbox allow-scripts; default-src 'none'; script-src 'sha256-${hash}' blob: 'unsafe-eval'; worker-src blob:`,
  )
})

test('the frame of a widget of users loads files of the allowed hosts only, and sends nothing', async (t) => {
  const { call } = await start(t)
  const { headers } = await call('GET', '/sandbox/widget.html', { headers: page })
  const hash = createHash('sha256').update(script).digest('base64')
  assert.equal(
    headers.get('content-security-policy'),
    [
      "sandbox allow-scripts; default-src 'none'",
      `script-src 'sha256-${hash}' 'unsafe-eval' https://cdn.example.org`,
      "style-src 'unsafe-inline' https://cdn.example.org",
      'img-src data: blob: https://cdn.example.org',
      'font-src data: https://cdn.example.org',
      "form-action 'none'; base-uri 'none'",
    ].join('; '),
  )
})
