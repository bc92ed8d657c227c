/** Ingestion: messages that are acknowledged after the sync to disk, over 100 connections, through the rule chain. */

import { runLoad } from '@sonde/simulator/load/load'
import { type CleanUp, type Platform, startPlatform } from '../../e2e/platform/start-platform.ts'
import { createWorld, type World } from '../../e2e/platform/world.ts'
import { withCleanUp } from './clean-up.ts'
import { median, type Row } from './report.ts'

const connections = 100
const inFlight = 20
const seconds = 15
const rounds = 3
const warmUpSeconds = 5

/** Varying values like a sensor's, computed in advance so that the load tool has little to do. */
const payloads = Array.from({ length: 1000 }, (_, n) =>
  Buffer.from(
    `{"temperature":${(20.005 + n / 100).toFixed(3)},"humidity":${(40.05 + (n % 50) / 10).toFixed(2)},"pressure":${(1000.15 + n / 10).toFixed(2)}}`,
  ),
)
const threeKeys = (connection: number, n: number) => payloads[(connection * 7 + n) % payloads.length] as Buffer

const onePayloads = Array.from({ length: 1000 }, (_, n) =>
  Buffer.from(`{"temperature":${(20.005 + n / 100).toFixed(3)}}`),
)
const oneKey = (connection: number, n: number) => onePayloads[(connection * 7 + n) % onePayloads.length] as Buffer

interface Stage {
  readonly platform: Platform
  readonly world: World
  readonly target: { host: string; port: number; tokens: readonly string[]; payload: typeof threeKeys }
}

/** A server with 100 devices and warmed-up code. */
async function stage(t: CleanUp): Promise<Stage> {
  const platform = await startPlatform(t)
  const world = await createWorld(platform)
  const tokens: string[] = []
  for (let i = 0; i < connections; i++) tokens.push((await world.device(`Load ${i}`)).token)
  const target = { host: '127.0.0.1', port: platform.mqttPort, tokens, payload: threeKeys }
  await runLoad({ ...target, seconds: warmUpSeconds, inFlight })
  return { platform, world, target }
}

/** Acknowledged messages per second, as fast as acknowledgments allow. */
async function closedLoop(target: Stage['target']): Promise<string> {
  const figures: number[] = []
  for (let i = 0; i < rounds; i++) {
    const result = await runLoad({ ...target, seconds, inFlight })
    if (result.lost > 0) throw new Error(`${result.lost} messages were never acknowledged`)
    figures.push(result.acked / result.seconds)
  }
  return `${Math.round(median(figures)).toLocaleString('en')} msg/s`
}

/** Time from publish to acknowledgment at a fixed rate. */
async function openLoop(target: Stage['target'], rate: number): Promise<string> {
  const p50: number[] = []
  const p99: number[] = []
  for (let i = 0; i < rounds; i++) {
    const { latencies, lost } = await runLoad({ ...target, seconds, rate })
    if (lost > 0) throw new Error(`${lost} messages were never acknowledged`)
    p50.push(latencies.percentileMs(0.5))
    p99.push(latencies.percentileMs(0.99))
  }
  return `p50 ${median(p50).toFixed(2)} ms, p99 ${median(p99).toFixed(1)} ms`
}

export async function benchIngest(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    const { platform, world, target } = await stage(t)
    const rows: Row[] = [
      {
        what: 'Ack at 8,000 msg/s offered',
        reference: 'p50 0.85, p99 7.7 ms, not durable',
        mustReach: 'p50 ≤ 3 ms, p99 ≤ 20 ms, durable',
        measured: await openLoop(target, 8_000),
      },
      {
        what: 'Ack at 16,000 msg/s offered',
        reference: 'p50 1.9, p99 36 ms',
        mustReach: 'p50 ≤ 3 ms, p99 ≤ 20 ms (aim: p99 10 ms)',
        measured: await openLoop(target, 16_000),
      },
      {
        what: 'QoS 1 acked after fsync, 3 doubles a message, 100 connections × 20 in flight, default chain, closed loop',
        reference: 'about 18,000 msg/s stored, not durable',
        mustReach: '≥ 50,000 msg/s (aim: 100,000)',
        measured: await closedLoop(target),
      },
      {
        what: 'The same with 1 key a message',
        reference: 'about 30,000 msg/s stored',
        mustReach: '≥ 60,000 msg/s (aim: 120,000)',
        measured: await closedLoop({ ...target, payload: oneKey }),
      },
    ]
    await addScripts(world)
    await runLoad({ ...target, seconds: warmUpSeconds, inFlight })
    rows.push({
      what: 'Three doubles, with a filter script and a transform script in the chain',
      reference: '',
      mustReach: '≥ 20,000 msg/s (aim: 40,000)',
      measured: await closedLoop(target),
    })
    await platform.stop()
    return rows
  })
}

/** Adds a root chain with a filter script and a transform script before telemetry is saved. */
async function addScripts(world: World): Promise<void> {
  const chain = await world.call<{ id: { id: string } }>('POST', '/api/ruleChain', { name: 'Scripts', type: 'CORE' })
  const node = (type: string, name: string, configuration: unknown) => ({
    type: `org.thingsboard.rule.engine.${type}`,
    name,
    configuration,
  })
  await world.call('POST', '/api/ruleChain/metadata', {
    ruleChainId: chain.id,
    firstNodeIndex: 0,
    nodes: [
      node('filter.TbMsgTypeSwitchNode', 'Type', { version: 0 }),
      node('filter.TbJsFilterNode', 'Plausible', { jsScript: 'return msg.temperature > -50 && msg.humidity <= 100;' }),
      node('transform.TbTransformMsgNode', 'Fahrenheit', {
        jsScript:
          'msg.fahrenheit = msg.temperature * 1.8 + 32; return {msg: msg, metadata: metadata, msgType: msgType};',
      }),
      node('telemetry.TbMsgTimeseriesNode', 'Save', { defaultTTL: 0 }),
    ],
    connections: [
      { fromIndex: 0, toIndex: 1, type: 'Post telemetry' },
      { fromIndex: 1, toIndex: 2, type: 'True' },
      { fromIndex: 2, toIndex: 3, type: 'Success' },
    ],
  })
  await world.call('POST', `/api/ruleChain/${chain.id.id}/root`)
}
