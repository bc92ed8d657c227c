import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { createGuard } from './guard.ts'

interface Seen {
  readonly ended: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  readonly logged: readonly { readonly part: string; readonly error: string; readonly hasStack: boolean }[]
  readonly foreign: readonly string[]
  readonly answers: Readonly<Record<string, string>>
}

test('an exception in a callback of any kind ends what it belongs to, and the process goes on', async () => {
  const program = fileURLToPath(new URL('guard-process-testing.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program])
  const { ended, counts, logged, foreign, answers } = JSON.parse(stdout) as Seen

  const kinds = [
    'at once',
    'timer',
    'interval',
    'immediate',
    'microtask',
    'tick',
    'rejected promise',
    'later promise',
    'emitter',
  ]
  assert.deepEqual(ended.toSorted(), [...kinds, 'the listener behind it is told'].toSorted())
  assert.deepEqual(counts, {
    request: 5,
    'live connection': 0,
    'device connection': 0,
    message: 2,
    job: kinds.length,
    other: 1,
  })
  assert.equal(logged.length, kinds.length + 2 + 1 + 5)
  for (const line of logged) assert.ok(line.hasStack, line.error)
  assert.deepEqual(foreign, ['true undefined'])

  const body = `{"status":500,"message":"The server failed. Find the reason in its log.","errorCode":2,"timestamp":"1970-01-01T00:00:00.000Z"}`
  assert.deepEqual(answers, {
    '/at-once': `500 ${body}`,
    '/timer': `500 ${body}`,
    '/promise': `500 ${body}`,
    '/body': `500 ${body}`,
    '/begun': '200 broken off after "half"',
    '/fine': '200 fine',
  })
})

test('only a store in doubt ends the process', async () => {
  const registry = new Registry()
  const lines: string[] = []
  let ends = 0
  const guard = createGuard({
    log: pino({}, { write: (line) => void lines.push(line) }),
    registry,
    end: () => void ends++,
  })
  guard.attempt(() => {
    throw new Error('a listener')
  })
  guard.uncaught('no error at all')
  assert.equal(ends, 0)
  guard.inDoubt(new Error('the store answered out of order'))
  assert.equal(ends, 1)
  assert.match(lines.at(-1) ?? '', /"level":60.*the store answered out of order/)
  assert.match(await registry.metrics(), /sonde_unexpected_errors_total\{part="other"\} 2/)
})
