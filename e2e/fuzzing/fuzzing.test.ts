/**
 * Schemathesis against a running server with the demo's tenant: no request may cause a failure, and every response must
 * match the OpenAPI document.
 *
 * The examples are always the same. `SONDE_FUZZ_EXAMPLES=200` tries more of them and all boundary values of every
 * schema, with the seed in `SONDE_FUZZ_SEED`.
 */

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { ensureSchemathesis, schemathesisPath } from '../../tools/schemathesis.mjs'
import { type Platform, startPlatform, temporaryFolder } from '../platform/start-platform.ts'
import { type Account, accounts, openScene } from './demo-scene.ts'
import {
  fuzzedDocument,
  type OpenApiDocument,
  operationsOf,
  ownServerErrors,
  perhapsEmpty,
  waitingCalls,
} from './fuzzed-document.ts'

const isLong = Boolean(process.env.SONDE_FUZZ_EXAMPLES)
const examples = Number(process.env.SONDE_FUZZ_EXAMPLES || 3)
const seed = Number(process.env.SONDE_FUZZ_SEED || 1)
/** Checks of every response. Other tests cover the remaining checks of the tool. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'response_schema_conformance',
  'content_type_conformance',
]
const otherChecks = [
  'response_headers_conformance',
  'negative_data_rejection',
  'positive_data_acceptance',
  'missing_required_header',
  'unsupported_method',
  'allow_header_conformance',
  'use_after_free',
  'ensure_resource_availability',
  'ignored_auth',
  'object_level_authorization',
]

/** Minimum of calls that must succeed at least once; the others refer to entities that don't exist. */
const answeredMin = { TENANT_ADMIN: 120, SYS_ADMIN: 50 } as const satisfies Record<Account, number>

const reasonAgainst = await ensureSchemathesis()
assert.equal(reasonAgainst, null)

for (const account of Object.keys(accounts) as Account[]) {
  test(`no call fails or answers outside its schema, as ${account}`, async (t: TestContext) => {
    const platform = await startPlatform(t, {
      env: { SONDE_DEMO: 'true', SONDE_ADMIN_EMAIL: '', SONDE_ADMIN_PASSWORD: '' },
    })
    const scene = await openScene(platform, account)
    const document = (await (await fetch(`${platform.baseUrl}/api/v2/openapi.json`)).json()) as OpenApiDocument
    const folder = temporaryFolder(t)
    const documentPath = join(folder, 'openapi.json')
    const configPath = join(folder, 'schemathesis.toml')
    const fuzzed = fuzzedDocument(document, scene)
    writeFileSync(documentPath, JSON.stringify(fuzzed))
    writeFileSync(configPath, configOf(document))

    const fuzz = (...more: string[]) =>
      run(folder, [
        ...['--config-file', configPath, '--no-color', 'run', documentPath],
        ...['--url', platform.baseUrl],
        ...['--header', `X-Authorization:Bearer ${scene.token}`],
        ...['--phases', isLong ? 'examples,coverage,fuzzing' : 'examples,fuzzing'],
        ...['--max-examples', String(examples), '--seed', String(seed)],
        ...['--generation-database', 'none', '--no-shrink', '--continue-on-failure'],
        ...['--suppress-health-check', 'all', '--warnings', 'off', '--request-timeout', '60', '--workers', '2'],
        ...more,
      ])

    let { code, output } = await fuzz()
    let generated = generatedIn(output)
    const broken = brokenOff(output)
    if (broken.length > 0) {
      t.diagnostic(`the tool broke off at ${broken.join(', ')}; once more`)
      ;({ code, output } = await fuzz(...broken.flatMap((name) => ['--include-name', name])))
      generated += generatedIn(output)
    }
    t.diagnostic(`${generated} requests were made up`)
    assert.equal(code, 0, output.slice(-30_000))
    // Few calls have fewer different requests than this.
    const generatedMin = 0.8 * examples * operationsOf(fuzzed).length
    assert.ok(generated >= generatedMin, `fewer than ${generatedMin} requests were made up`)
    assert.equal((await fetch(`${platform.baseUrl}/health`)).status, 200)

    const answered = await callsAnswered(platform)
    t.diagnostic(`${answered} calls did what they are for`)
    assert.ok(answered >= answeredMin[account], 'most calls were only refused')
    assert.doesNotMatch(platform.output(), /A request failed/)
  })
}

const generatedIn = (output: string): number => Number(/^ *(\d+) generated/m.exec(output)?.[1] ?? 0)

/** Number of calls with a 2xx response since the server started. */
async function callsAnswered({ baseUrl }: Platform): Promise<number> {
  const figures = await (await fetch(`${baseUrl}/metrics`)).text()
  return figures.match(/^sonde_http_request_duration_seconds_count\{.*status="2\d\d".*\} /gm)?.length ?? 0
}

/**
 * Calls at which schemathesis itself failed, if there are no other errors: Python 3.11 sometimes miscounts its
 * recursion when the tool parses its own source.
 */
function brokenOff(output: string): string[] {
  const summary = output.slice(output.lastIndexOf('= SUMMARY ='))
  if (/^Failures:/m.test(summary) || !/Runtime Error: \d/.test(summary) || /Network Error/.test(summary)) return []
  return [...output.matchAll(/^_+ ([A-Z]+ \/\S*) _+\nRuntime Error\n\nAST constructor recursion/gm)].map(
    (match) => match[1] as string,
  )
}

/** Exceptions for single calls in the documented API: these 5xx statuses and no others, or an empty body. */
function configOf(document: OpenApiDocument): string {
  const rule = (name: string, settings: string) =>
    `[[operations]]\ninclude-name = ${JSON.stringify(name)}\n${settings}\n`
  return [
    ...checks.map((check) => `checks.${check}.enabled = true`),
    ...otherChecks.map((check) => `checks.${check}.enabled = false`),
    ...[...ownServerErrors(document)].map(([name, statuses]) =>
      rule(name, `checks.not_a_server_error.expected-statuses = ${JSON.stringify(['2xx', '3xx', '4xx', ...statuses])}`),
    ),
    // Without the parameter, the wait is long.
    ...waitingCalls(document).map((name) => rule(name, 'generation.mode = "positive"')),
    ...perhapsEmpty.map((name) =>
      rule(name, 'checks.content_type_conformance.enabled = false\nchecks.response_schema_conformance.enabled = false'),
    ),
  ].join('\n')
}

function run(cwd: string, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(schemathesisPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}
