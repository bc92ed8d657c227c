/**
 * Replays the recorded conversations against a started server, twice on the same one, so that what a first run leaves
 * behind does not make the second fail.
 */

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  administrator,
  type Platform,
  projectRoot,
  startPlatform,
  temporaryFolder,
} from '../platform/start-platform.ts'
import { type RecordedStep, recordedAt } from './alarm-schedules.ts'

/** Scenarios that must be equal, step by step. */
const equal = '01 02 03 04 05 06 07 08 09 10 12 13 15 16 17 18 19 20 21 26 36 37'.split(' ')

/** Scenarios with the steps that differ: what is not built yet, and where Sonde answers what the reference leaves open. */
const partly: Readonly<Record<string, readonly string[]>> = {
  // The reference never acknowledges an empty list; Sonde does at once, so that the device does not send it for ever.
  '23': ['publish: telemetry, empty list'],
  // The reference shows customers what the edge signs in with; Sonde shows it to administrators of the tenant alone.
  '22': ['edges of the own customer', 'edge infos of the own customer'],
  // Descriptors of the nodes that are not built yet are not offered.
  '11': ['rule node components'],
  // The other bundles and types come with their widgets.
  '14': ['widgets bundles: aliases', 'widget types of cards', 'widget types of charts'],
  // Packages in chunks over MQTT come with firmware for devices.
  '25': [
    'subscribe: v2/fw/response/+/chunk/+',
    'firmware chunk 0',
    'firmware chunk 1',
    'firmware chunk 2',
    'firmware chunk 3',
    'firmware: none assigned',
  ],
  // Messages of assignments lack the customer in their metadata, and those of a dashboard show it as it was before.
  '30': [
    'ENTITY_UNASSIGNED: device',
    'ENTITY_UNASSIGNED: asset',
    'ENTITY_ASSIGNED: dashboard',
    'ENTITY_UNASSIGNED: dashboard',
    'ENTITY_UNASSIGNED: entityView',
  ],
  // Labels come in alphabetical order here; the reference has none.
  '34': ['usage of the output labels: inner'],
  // Gateways are refused until they are served. The reference says which values a saved entity view no longer copies.
  '38': [
    'ENTITY_CREATED: a device behind a gateway',
    'POST_TELEMETRY_REQUEST: of a device behind a gateway',
    'TIMESERIES_DELETED: an entity view is changed',
    'ATTRIBUTES_DELETED: an entity view is changed',
  ],
}

/**
 * Steps that the scenario takes only where the platform has something: without them the recording is compared step by
 * step with what is there.
 */
const untaken: Readonly<Record<string, RegExp>> = {
  '14': /^widget types of (?!(cards|charts|digital_gauges)$)/,
}

/** What one scenario gave. */
interface Outcome {
  readonly failedSteps: readonly string[]
  readonly passed: number
  /** It skipped steps because it broke off. */
  readonly stopped: boolean
}

/** What a process gave that took some scenarios, one after another. */
interface Replay {
  readonly output: string
  /** By the scenario's number. */
  readonly outcomes: ReadonlyMap<string, Outcome>
  /** Calls of the contract that it did not make. */
  readonly untouched: ReadonlySet<string>
  readonly calls: number
}

/** What a recording is when the scenario runs; scenarios that are none of these were recorded for any time. */
const recordedFor: Readonly<Record<string, (steps: readonly RecordedStep[]) => readonly RecordedStep[]>> = {
  ...Object.fromEntries(
    Object.entries(untaken).map(([scenario, without]) => [
      scenario,
      (steps: readonly RecordedStep[]) => steps.filter(({ step }) => !without.test(step)),
    ]),
  ),
  '36': (steps) => recordedAt(steps, new Date()),
}

/** A folder of all recordings as they are today. */
function recordingsOfToday(t: TestContext): string {
  const recorded = join(projectRoot, 'conformance/replay/recorded')
  const folder = temporaryFolder(t)
  for (const name of readdirSync(recorded)) {
    const text = readFileSync(join(recorded, name), 'utf8')
    const recording = recordedFor[name.slice(0, 2)]
    const today = recording ? JSON.stringify(recording(JSON.parse(text) as readonly RecordedStep[])) : text
    writeFileSync(join(folder, name), today)
  }
  return folder
}

async function replay(platform: Platform, scenarios: readonly string[], recordings: string): Promise<Replay> {
  const child = spawn(
    process.execPath,
    [
      join(projectRoot, 'conformance/replay/run.mjs'),
      ...['--base', platform.baseUrl],
      ...['--mqtt', `127.0.0.1:${platform.mqttPort}`],
      ...['--sysadmin', `${administrator.email}:${administrator.password}`],
      // With the calls that it made.
      ...['--only', scenarios.join(','), '--verbose'],
      ...['--compare', recordings],
    ],
    { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  await once(child, 'close')
  const outcome = (scenario: string): Outcome => {
    const end = new RegExp(`^${scenario}-\\S*: (\\d+)/\\d+(.*)$`, 'm').exec(output)
    const failures = output.matchAll(new RegExp(`^FAIL ${scenario}-\\S* #\\d+ \\[[^\\]]*\\] (.*)$`, 'gm'))
    return {
      failedSteps: [...failures].map((match) => match[1] as string),
      passed: Number(end?.[1] ?? 0),
      stopped: end?.[2]?.includes('(stopped: ') ?? true,
    }
  }
  return {
    output,
    outcomes: new Map(scenarios.map((scenario) => [scenario, outcome(scenario)])),
    untouched: new Set(/^untouched:\n((?: {2}.*\n)*)/m.exec(output)?.[1]?.split('\n').filter(Boolean)),
    calls: Number(/^coverage: \d+\/(\d+) calls/m.exec(output)?.[1] ?? 0),
  }
}

/** What mostly waits, for messages that must not come, for alarms, for a device to be silent: beside all others. */
const waiting = [
  ['25', '36', '23'],
  ['30', '38', '21', '19', '26', '08'],
]

const scenarios = [...equal, ...Object.keys(partly)]
/** Each is taken by a process of its own. */
const lanes = [...waiting, scenarios.filter((scenario) => !waiting.flat().includes(scenario))]

test('the recorded conversations are equal, run twice on one server', async (t: TestContext) => {
  // The recorded move needs no consent of the other tenant, and recorded visitors read everything.
  const platform = await startPlatform(t, { env: { SONDE_DEVICE_MOVES: 'open', SONDE_VISITOR_READS: 'entity' } })
  const recordings = recordingsOfToday(t)
  /** Of all lanes and rounds. */
  const replays: Replay[] = []
  for (const round of [1, 2]) {
    const replayed = await Promise.all(lanes.map((lane) => replay(platform, lane, recordings)))
    replays.push(...replayed)
    for (const { output, outcomes } of replayed) {
      for (const [scenario, { failedSteps, passed, stopped }] of outcomes) {
        const differing = partly[scenario] ?? []
        const but = differing.length > 0 ? ' but for named steps' : ''
        await t.test(`scenario ${scenario}${but}, round ${round}`, () => {
          assert.ok(passed > 0 && !stopped, output)
          assert.deepEqual(
            failedSteps.filter((step) => !differing.includes(step)),
            [],
            output,
          )
        })
      }
    }
  }
  const calls = replays[0]?.calls ?? 0
  const left = [...(replays[0]?.untouched ?? [])].filter((call) =>
    replays.every(({ untouched }) => untouched.has(call)),
  )
  assert.ok(calls > 0 && left.length < calls)
  t.diagnostic(
    `coverage: ${calls - left.length} of ${calls} calls; not made by any scenario: ${left.map((call) => call.trim()).join(', ') || 'none'}`,
  )
  const all = readdirSync(join(projectRoot, 'conformance/replay/scenarios')).map((file) => file.slice(0, 2))
  const rest = all.filter((scenario) => !equal.includes(scenario) && !(scenario in partly))
  t.diagnostic(`scenarios of what is not built yet: ${rest.join(', ')}`)
})
