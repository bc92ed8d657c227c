/**
 * Simulated device of the plant: connects over MQTT, sends measurements at QoS 1, answers RPC calls and follows its
 * shared attributes.
 */

import { type PlantDevice, plantValuesAt } from '@sonde/model/demo-plant/signals'
import { firmwareOf } from '@sonde/model/demo-plant/story'
import { type MqttClient, connect as mqttConnect } from 'mqtt'

export interface PlantDeviceOptions {
  readonly device: PlantDevice
  readonly host: string
  readonly port: number
  readonly token: string
  readonly intervalMs: number
  readonly nowMs: () => number
}

const intervalSecondsMin = 1
const intervalSecondsMax = 3_600
const me = 'v1/devices/me'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Starts the device. Returns a function that stops it, after messages in flight are acknowledged. */
export function startPlantDevice(options: PlantDeviceOptions): () => Promise<void> {
  const { device, host, port, token, nowMs } = options
  const startTs = nowMs()
  let intervalMs = options.intervalMs
  let timer: NodeJS.Timeout | undefined
  const client: MqttClient = mqttConnect({
    host,
    port,
    username: token,
    clientId: `plant-${device.name.toLowerCase().replaceAll(/\W+/g, '-')}`,
    clean: true,
    reconnectPeriod: 2_000,
    queueQoSZero: false,
  })

  function send() {
    const ts = nowMs()
    const values = plantValuesAt(device, ts, startTs)
    if (!values || !client.connected) return
    client.publish(`${me}/telemetry`, JSON.stringify({ ts, values }), { qos: 1 })
  }

  function schedule() {
    clearInterval(timer)
    timer = setInterval(send, intervalMs)
  }

  function follow(attributes: Record<string, unknown>) {
    const seconds = attributes.samplingSeconds
    if (typeof seconds !== 'number' || seconds < intervalSecondsMin || seconds > intervalSecondsMax) return
    intervalMs = seconds * 1000
    schedule()
  }

  function answer(method: unknown, params: unknown): unknown {
    switch (method) {
      case 'getStatus':
        return {
          name: device.name,
          kind: device.kind,
          samplingSeconds: intervalMs / 1000,
          values: plantValuesAt(device, nowMs(), startTs),
        }
      case 'identify':
        return { name: device.name, label: device.label, firmware: firmwareOf(device) }
      case 'setSampling': {
        const seconds = isRecord(params) ? params.seconds : params
        if (typeof seconds !== 'number' || seconds < intervalSecondsMin || seconds > intervalSecondsMax) {
          return { error: `Use a number of seconds from ${intervalSecondsMin} to ${intervalSecondsMax}.` }
        }
        follow({ samplingSeconds: seconds })
        return { samplingSeconds: seconds }
      }
      default:
        return { error: `Unknown method. Known: getStatus, identify, setSampling.` }
    }
  }

  client.on('connect', () => {
    client.subscribe(
      [`${me}/attributes`, `${me}/attributes/response/+`, `${me}/rpc/request/+`],
      { qos: 1 },
      (error) => {
        if (error) return
        client.publish(`${me}/attributes`, JSON.stringify({ firmware: firmwareOf(device), label: device.label }), {
          qos: 1,
        })
        client.publish(`${me}/attributes/request/1`, '{"sharedKeys":"samplingSeconds"}', { qos: 1 })
      },
    )
    send()
    schedule()
  })
  client.on('message', (topic, payload) => {
    let body: unknown
    try {
      body = JSON.parse(payload.toString())
    } catch {
      return
    }
    if (!isRecord(body)) return
    if (topic === `${me}/attributes`) return follow(body)
    if (topic.startsWith(`${me}/attributes/response/`)) return isRecord(body.shared) ? follow(body.shared) : undefined
    const requestId = topic.slice(topic.lastIndexOf('/') + 1)
    client.publish(`${me}/rpc/response/${requestId}`, JSON.stringify(answer(body.method, body.params)), { qos: 1 })
  })
  // The MQTT client retries failed connections; the fleet reports relevant failures once.
  client.on('error', () => {})

  return async () => {
    clearInterval(timer)
    await client.endAsync()
  }
}
