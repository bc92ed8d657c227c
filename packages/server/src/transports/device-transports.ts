/** The transports of this server, created, started and stopped together. */

import { byName, type TransportName, transports } from '@sonde/model/transports/transports'
import type { Logger } from 'pino'
import { type Config, portKeyOf, settings } from '../config/settings.ts'
import { createHttpTransport } from './http/http-transport.ts'
import { createMqttTransport } from './mqtt/mqtt-transport.ts'
import { openPort } from './ports.ts'
import type { Listening, Transport, TransportParts } from './transport.ts'

const creators: Readonly<Record<TransportName, (parts: TransportParts) => Transport>> = {
  mqtt: createMqttTransport,
  http: createHttpTransport,
}

export interface DeviceTransports {
  addresses(): Record<TransportName, Listening>
  /** Opens the ports, one after the other. Throws `PortInUse`. */
  start(): Promise<void>
  stop(): Promise<void>
}

export interface DeviceTransportsParts extends Omit<TransportParts, 'host' | 'port' | 'log'> {
  readonly config: Config
  readonly log: Logger
}

export function createDeviceTransports({ config, log, ...parts }: DeviceTransportsParts): DeviceTransports {
  const { host } = config
  const created = byName((each) =>
    creators[each.name]({ ...parts, host, port: config[portKeyOf(each)], log: log.child({ part: each.name }) }),
  )
  return {
    addresses: () => byName(({ name }) => created[name].address()),
    async start() {
      for (const each of transports) {
        const key = portKeyOf(each)
        await openPort(settings[key].name, config[key], () => created[each.name].start())
      }
    },
    async stop() {
      await Promise.all(transports.map(({ name }) => created[name].stop()))
    },
  }
}
