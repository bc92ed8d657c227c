import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unauthenticated } from '@sonde/model/errors'
import { Counter, Histogram } from 'prom-client'
import { startTestApp } from '../http/http-testing.ts'
import { createMetrics } from './metrics.ts'
import { createMetricsAccess, type MetricsAccessOptions } from './metrics-access.ts'

const token = 'a-token-for-metrics'

test('metrics are for callers on this machine and for the token, as the operator says', async (t) => {
  const statusWith = async (options: MetricsAccessOptions, headers: Record<string, string> = {}) => {
    const { call } = await startTestApp(t, {
      metricsAccess: createMetricsAccess(options),
      scopeOfToken: () => Promise.reject(unauthenticated('none')),
      register: () => undefined,
    })
    return (await call('GET', '/metrics', { headers })).status
  }
  const bearer = { authorization: `Bearer ${token}` }
  // Header of a proxy on this machine, whose clients are elsewhere.
  const proxied = { 'x-forwarded-for': '203.0.113.7' }
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-proto', 'x-forwarded-host']) {
    assert.equal(await statusWith({ mode: 'local', token: null }, { [header]: 'x' }), 403, header)
  }
  assert.equal(await statusWith({ mode: 'local', token: null }), 200)
  assert.equal(await statusWith({ mode: 'local', token: null }, bearer), 200)
  assert.equal(await statusWith({ mode: 'local', token }, { ...proxied, ...bearer }), 200)
  assert.equal(await statusWith({ mode: 'local', token }, { ...proxied, authorization: `Bearer ${token}x` }), 403)
  assert.equal(await statusWith({ mode: 'local', token }, { ...proxied, authorization: 'Bearer ' }), 403)
  assert.equal(await statusWith({ mode: 'token', token }), 403)
  assert.equal(await statusWith({ mode: 'token', token: null }), 403)
  assert.equal(await statusWith({ mode: 'token', token: null }, bearer), 403)
  assert.equal(await statusWith({ mode: 'token', token }, bearer), 200)
  assert.equal(await statusWith({ mode: 'off', token }, bearer), 404)
})

test('a name that leads here is no local caller: a browser may have been made to ask', async () => {
  const access = createMetricsAccess({ mode: 'local', token: null })
  const requested = (remoteAddress: string, hostname: string) =>
    access({ socket: { remoteAddress }, headers: {}, hostname, raw: { url: '/metrics' } } as never)
  for (const name of ['localhost', '127.0.0.1', '[::1]']) assert.equal(requested('::1', name), 'allowed', name)
  assert.equal(requested('::ffff:127.0.0.1', 'localhost'), 'allowed')
  assert.equal(requested('127.0.0.1', 'rebound.example'), 'refused')
  assert.equal(requested('192.168.0.7', 'localhost'), 'refused')
})

test('metrics have one path', () => {
  const access = createMetricsAccess({ mode: 'local', token: null })
  const at = (url: string) =>
    access({ socket: { remoteAddress: '::1' }, headers: {}, hostname: '[::1]', raw: { url } } as never)
  assert.deepEqual([at('/metrics'), at('/metrics?a=b')], ['allowed', 'allowed'])
  for (const url of ['/%6detrics', 'http://[::1]/metrics', '//metrics', '/metrics/', '/metrics%3f']) {
    assert.equal(at(url), 'off', url)
  }
})

test('without details values are summed over what names entities, with details they are not', async () => {
  const textWith = async (details: boolean) => {
    const { registry, text } = createMetrics({ details })
    const counter = new Counter({
      name: 'c_total',
      help: 'c',
      labelNames: ['node', 'type', 'tenant'],
      registers: [registry],
      collect() {
        this.reset()
        this.inc({ node: 'n1', type: 'a', tenant: 't' }, 2)
        this.inc({ node: 'n2', type: 'a', tenant: 't' }, 3)
        this.inc({ node: 'n3', type: 'quoted "b"', tenant: 't' }, 4)
      },
    })
    assert.ok(counter)
    new Histogram({ name: 'h', help: 'h', buckets: [1], registers: [registry] }).observe(0.5)
    return text()
  }
  const summed = await textWith(false)
  assert.match(summed, /# TYPE c_total counter\nc_total\{type="a"\} 5\nc_total\{type="quoted \\"b\\""\} 4\n/)
  assert.doesNotMatch(summed, /n1|tenant=/)
  assert.match(summed, /h_bucket\{le="1"\} 1/)
  assert.match(summed, /process_cpu_seconds_total/)
  assert.match(await textWith(true), /c_total\{node="n1",type="a",tenant="t"\} 2\n/)
})
