import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unauthenticated } from '@sonde/model/errors'
import { startTestApp } from './http-testing.ts'
import { openApiPagePath } from './openapi-page.ts'

const nobody = {
  scopeOfToken: () => Promise.reject(unauthenticated('Nobody.')),
  register: () => undefined,
}

test('the page of the API and each of its files come from here, under a strict policy', async (t) => {
  const { call } = await startTestApp(t, nobody)
  const page = await call('GET', openApiPagePath)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /unsafe-/)
  assert.doesNotMatch(page.text, /https?:|<script>|style=|\son\w+=/)

  const files = [...page.text.matchAll(/(?:href|src)="(docs\/[^"]+)"/g)].map((match) => match[1] as string)
  assert.equal(files.length, 5)
  for (const file of files) {
    const { status, headers, text } = await call('GET', `/api/v2/${file}`)
    assert.ok(status === 200 && text.length > 0, file)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
  }
})

test('files of the package that did not change are not sent again, others are not sent at all', async (t) => {
  const { call } = await startTestApp(t, nobody)
  const file = `${openApiPagePath}/swagger-ui.css`
  const etag = (await call('GET', file)).headers.get('etag') ?? ''
  assert.equal((await call('GET', file, { headers: { 'if-none-match': etag } })).status, 304)
  for (const other of ['package.json', '..%2fpackage.json', '%2e%2e', 'swagger-ui-bundle.js.map', '__proto__']) {
    assert.equal((await call('GET', `${openApiPagePath}/${other}`)).status, 404, other)
  }
})
