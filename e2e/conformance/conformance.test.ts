/**
 * Replays the recorded conversations against a running server, twice on the same one, so that leftovers of the first
 * run must not make the second fail.
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

/** Scenarios that must match in every step. */
const equal = '01 02 03 04 05 06 07 08 09 10 12 13 15 16 17 18 19 20 21 26 36 37'.split(' ')

/**
 * Scenarios with the steps that may differ: features that aren't built yet, and places where Sonde deliberately differs
 * from the reference.
 */
const partly: Readonly<Record<string, readonly string[]>> = {
  // The reference never acknowledges an empty list; Sonde does at once, so that the device doesn't resend it forever.
  '23': ['publish: telemetry, empty list'],
  // The reference shows an edge's credentials to customers; Sonde shows them only to tenant administrators.
  '22': ['edges of the own customer', 'edge infos of the own customer'],
  // Descriptors of nodes that aren't built yet are missing.
  '11': ['rule node components'],
  // Other bundles and types are added with their widgets.
  '14': [
    'widgets bundles: aliases',
    'widget types of cards',
    'widget types of charts',
    'widget types of control_widgets',
    'widget types of input_widgets',
  ],
  // Packages in chunks over MQTT are added with firmware for devices.
  '25': [
    'subscribe: v2/fw/response/+/chunk/+',
    'firmware chunk 0',
    'firmware chunk 1',
    'firmware chunk 2',
    'firmware chunk 3',
    'firmware: none assigned',
  ],
  // Messages about assignments lack the customer in their metadata, and those about a dashboard contain its previous
  // state.
  '30': [
    'ENTITY_UNASSIGNED: device',
    'ENTITY_UNASSIGNED: asset',
    'ENTITY_ASSIGNED: dashboard',
    'ENTITY_UNASSIGNED: dashboard',
    'ENTITY_UNASSIGNED: entityView',
  ],
  // Labels are sorted alphabetically here; the reference has no order.
  '34': ['usage of the output labels: inner'],
  // Gateways are rejected until they are supported. The reference reports which values a saved entity view no longer
  // copies.
  '38': [
    'ENTITY_CREATED: a device behind a gateway',
    'POST_TELEMETRY_REQUEST: of a device behind a gateway',
    'TIMESERIES_DELETED: an entity view is changed',
    'ATTRIBUTES_DELETED: an entity view is changed',
  ],
}

/**
 * Steps that the scenario only takes if the server has the feature: they are removed from the recording before the
 * comparison.
 */
const untaken: Readonly<Record<string, RegExp>> = {
  '14': /^widget types of (?!(alarm_widgets|cards|charts|control_widgets|digital_gauges|input_widgets|maps_v2)$)/,
}

/** Result of one scenario. */
interface Outcome {
  readonly failedSteps: readonly string[]
  readonly passed: number
  /** Whether steps were skipped because the scenario was aborted. */
  readonly stopped: boolean
}

/** Result of a process that ran some scenarios in sequence. */
interface Replay {
  readonly output: string
  /** By scenario number. */
  readonly outcomes: ReadonlyMap<string, Outcome>
  /** Calls of the contract that the process didn't make. */
  readonly untouched: ReadonlySet<string>
  readonly calls: number
}

/** Adjusts the recordings of some scenarios to the time of the run; all others apply at any time. */
const recordedFor: Readonly<Record<string, (steps: readonly RecordedStep[]) => readonly RecordedStep[]>> = {
  ...Object.fromEntries(
    Object.entries(untaken).map(([scenario, without]) => [
      scenario,
      (steps: readonly RecordedStep[]) => steps.filter(({ step }) => !without.test(step)),
    ]),
  ),
  '36': (steps) => recordedAt(steps, new Date()),
}

/** Folder with all recordings, adjusted to the present time. */
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
      // The verbose output lists the calls that were made.
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

/** Adjusted recordings apply within one hour, so lanes that need them and run into the next are replayed once more. */
async function replayWithinHour(t: TestContext, platform: Platform, scenarios: readonly string[]): Promise<Replay> {
  const hour = () => new Date().toISOString().slice(0, 13)
  const before = hour()
  const result = await replay(platform, scenarios, recordingsOfToday(t))
  if (hour() === before || !scenarios.includes('36')) return result
  return replay(platform, scenarios, recordingsOfToday(t))
}

/**
 * Scenarios that mostly wait (for messages that must not arrive, for alarms, for a device to be silent), run in
 * parallel with all others.
 */
const waiting = [
  ['25', '36', '23'],
  ['30', '38', '21', '19', '26', '08'],
]

const scenarios = [...equal, ...Object.keys(partly)]
/** Each lane runs in a separate process. */
const lanes = [...waiting, scenarios.filter((scenario) => !waiting.flat().includes(scenario))]

test('the recorded conversations are equal, run twice on one server', async (t: TestContext) => {
  // The recorded device transfer needs no consent of the other tenant, and recorded visitors can read everything.
  const platform = await startPlatform(t, { env: { SONDE_DEVICE_MOVES: 'open', SONDE_VISITOR_READS: 'entity' } })
  /** Results of all lanes and rounds. */
  const replays: Replay[] = []
  for (const round of [1, 2]) {
    const replayed = await Promise.all(lanes.map((lane) => replayWithinHour(t, platform, lane)))
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
