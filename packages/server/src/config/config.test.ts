import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../storage/testing.ts'
import { ConfigError, readConfig } from './config.ts'
import { settings } from './settings.ts'
import { settingsMarkdown, settingsSection } from './settings-table.ts'

const read = (env: Record<string, string>, options: { argv?: string[]; cwd?: string } = {}) =>
  readConfig({ argv: options.argv ?? [], env, cwd: options.cwd ?? '/nowhere' })

function problemsOf(run: () => unknown): readonly string[] {
  try {
    run()
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.problems
  }
  return []
}

test('without any setting the server listens on loopback', () => {
  assert.deepEqual(read({}), {
    dataFolder: '/nowhere/data',
    host: '127.0.0.1',
    httpPort: 8080,
    mqttPort: 1883,
    demo: false,
    demoStory: true,
    deviceMoves: 'consent',
    adminEmail: null,
    adminPassword: null,
    tlsCert: null,
    tlsKey: null,
    baseUrl: null,
    trustedProxies: null,
    languages: settings.languages.default.split(','),
    defaultLanguage: 'en_US',
    edges: true,
    helpUrl: '/assets',
    userTokenAccess: true,
    maxDatapoints: 50_000,
    tilesUrl: null,
    widgetHosts: null,
    egressAllow: null,
    auditLevels: null,
    auditDays: 0,
    queueStatistics: true,
    trashDays: 30,
    tenantRestLimit: null,
    customerRestLimit: null,
    socketSessions: null,
    socketSubscriptions: null,
    socketUpdates: ['300:1', '3000:60'],
    socketQueue: 500,
    socketRefresh: 60,
    limits: null,
    updateUrl: null,
    packageBytes: 268_435_456,
    journalHours: 24,
    journalBytes: 1_073_741_824,
    visitorReads: 'dashboards',
    metrics: 'token',
    metricsToken: null,
    metricsDetails: false,
    logLevel: 'info',
  })
})

test('settings are read, and empty text counts as unset', () => {
  const config = read({
    SONDE_DATA: '/var/lib/sonde',
    SONDE_HOST: '0.0.0.0',
    SONDE_HTTP_PORT: '0',
    SONDE_DEMO: 'false',
    SONDE_ADMIN_EMAIL: '',
    SONDE_LANGUAGES: 'en_US, de_DE',
    SONDE_DEFAULT_LANGUAGE: 'de_DE',
    SONDE_EDGES: 'no',
    SONDE_HELP_URL: 'https://help.example.org/sonde/',
    SONDE_TILES_URL: 'https://tiles.example.org/{z}/{x}/{y}.png, https://{s}.maps.example/{z}/{x}/{y}{r}.png',
    SONDE_WIDGET_HOSTS: 'https://cdn.example.org, http://10.0.0.1:8081',
    SONDE_EGRESS_ALLOW: '10.0.0.0/8, broker.local:1883,[fd00::1]:443, *.example.org',
    SONDE_BASE_URL: 'https://iot.example.org/sonde/',
    SONDE_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1,fd00::/8',
    SONDE_LOG_LEVEL: 'DEBUG',
  })
  assert.equal(config.baseUrl, 'https://iot.example.org/sonde')
  assert.deepEqual(config.trustedProxies, ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'])
  assert.equal(config.dataFolder, '/var/lib/sonde')
  assert.deepEqual([config.host, config.httpPort, config.adminEmail, config.edges], ['0.0.0.0', 0, null, false])
  assert.deepEqual([config.languages, config.defaultLanguage], [['en_US', 'de_DE'], 'de_DE'])
  assert.deepEqual([config.helpUrl, config.logLevel], ['https://help.example.org/sonde', 'debug'])
  assert.deepEqual(config.tilesUrl, [
    'https://tiles.example.org/{z}/{x}/{y}.png',
    'https://{s}.maps.example/{z}/{x}/{y}{r}.png',
  ])
  assert.deepEqual(config.widgetHosts, ['https://cdn.example.org', 'http://10.0.0.1:8081'])
  assert.deepEqual(config.egressAllow, ['10.0.0.0/8', 'broker.local:1883', '[fd00::1]:443', '*.example.org'])
})

test('all invalid settings are reported at once, with the value and what is allowed', () => {
  const problems = problemsOf(() =>
    read({
      SONDE_HTTP_PORT: 'eighty',
      SONDE_MQTT_PORT: '65536',
      SONDE_DEMO: 'perhaps',
      SONDE_LOG_LEVEL: 'loud',
      SONDE_MAX_DATAPOINTS: '99',
      SONDE_LANGUAGES: 'en_US,German',
      SONDE_TILES_URL: 'https://tiles.example.org/{z}/{x}/{y}.png,https://tiles.example.org/',
      SONDE_HELP_URL: 'javascript:alert(1)',
      SONDE_EGRESS_ALLOW: '10.0.0.0/8,;rm',
      SONDE_ADMIN_PASSWORD: 'short',
      SONDE_BASE_URL: 'https://iot.example.org/?q',
      SONDE_TRUSTED_PROXIES: '10.0.0.0/33',
      SONDE_METRICS_TOKEN: 'short',
    }),
  )
  assert.equal(problems.length, 13)
  for (const given of ['proxy.lan', '1.2.3', '::1/129', '10.0.0.0/', '::g', '']) {
    const SONDE_TRUSTED_PROXIES = `127.0.0.1,${given}`
    assert.equal(problemsOf(() => read({ SONDE_TRUSTED_PROXIES })).length, 1, given)
  }
  for (const SONDE_BASE_URL of [
    'iot.example.org',
    'ftp://iot.example.org',
    'https://',
    'https://a b',
    'https://a/#x',
  ]) {
    assert.equal(problemsOf(() => read({ SONDE_BASE_URL })).length, 1, SONDE_BASE_URL)
  }
  for (const line of problems) assert.match(line, /^SONDE_\w+ is .*invalid\. Allowed: .*\.$/)
  assert.match(
    problems.join('\n'),
    /SONDE_HTTP_PORT is "eighty", which is invalid\. Allowed: a whole number from 0 to 65535\./,
  )
  assert.doesNotMatch(problems.join('\n'), /short/, 'a secret is not repeated')
})

test('conflicting settings are rejected', () => {
  const one = (env: Record<string, string>) => {
    const problems = problemsOf(() => read(env))
    assert.equal(problems.length, 1, problems.join('\n'))
    return problems[0] ?? ''
  }
  assert.match(one({ SONDE_DEMO: 'true', SONDE_HOST: '0.0.0.0' }), /SONDE_HOST.*demo/)
  assert.match(one({ SONDE_DEMO: 'true', SONDE_TRUSTED_PROXIES: '127.0.0.1' }), /SONDE_TRUSTED_PROXIES.*demo/)
  assert.match(one({ SONDE_ADMIN_EMAIL: 'a@b' }), /SONDE_ADMIN_PASSWORD isn't/)
  assert.match(one({ SONDE_TLS_KEY: 'key.pem' }), /SONDE_TLS_CERT isn't/)
  assert.match(one({ SONDE_DEFAULT_LANGUAGE: 'nl_NL' }), /SONDE_DEFAULT_LANGUAGE/)
  assert.match(one({ SONDE_HTTP_PORT: '1883' }), /SONDE_MQTT_PORT is 1883/)
  for (const host of ['127.0.0.1', 'localhost', '::1', '127.8.8.8']) read({ SONDE_DEMO: 'true', SONDE_HOST: host })
})

test('a file sets the same, the environment wins', async (t) => {
  const cwd = await temporaryFolder(t)
  writeFileSync(
    join(cwd, 'sonde.json'),
    JSON.stringify({ SONDE_HTTP_PORT: 9000, SONDE_EDGES: false, SONDE_LANGUAGES: ['en_US', 'fr_FR'] }),
  )
  const config = read({ SONDE_HTTP_PORT: '9001' }, { cwd })
  assert.deepEqual([config.httpPort, config.edges, config.languages], [9001, false, ['en_US', 'fr_FR']])
  writeFileSync(join(cwd, 'other.json'), '{"SONDE_MQTT_PORT": 2000}')
  assert.equal(read({ SONDE_CONFIG: 'other.json' }, { cwd }).mqttPort, 2000)
  assert.equal(read({}, { cwd, argv: ['--config', 'other.json'] }).mqttPort, 2000)
})

test('a file that is missing, broken or has unknown settings is rejected', async (t) => {
  const cwd = await temporaryFolder(t)
  const problems = (text: string) => {
    writeFileSync(join(cwd, 'sonde.json'), text)
    return problemsOf(() => read({}, { cwd })).join('\n')
  }
  assert.match(problems('{'), /isn't valid JSON/)
  assert.match(problems('[]'), /must contain a JSON object/)
  assert.match(problems('{"SONDE_HTTP_PROT": 1}'), /SONDE_HTTP_PROT, which isn't a setting/)
  assert.match(problems('{"SONDE_HTTP_PORT": {}}'), /SONDE_HTTP_PORT to an object/)
  assert.match(problems('{"SONDE_HTTP_PORT": -1}'), /SONDE_HTTP_PORT is "-1"/)
  assert.match(problemsOf(() => read({ SONDE_CONFIG: 'none.json' }, { cwd })).join(), /Couldn't read the .*none\.json/)
  assert.match(problemsOf(() => read({}, { cwd: '/nowhere', argv: ['--port', '1'] })).join(), /argument --port/)
})

test('the README documents every setting as it is', () => {
  const table = settingsMarkdown()
  for (const each of Object.values(settings)) assert.ok(table.includes(`| \`${each.name}\` |`))
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
  assert.equal(settingsSection(readme), readme, 'run "npm run docs:settings"')
})
