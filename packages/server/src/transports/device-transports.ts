/** Creates, starts and stops the transports of this server. */

import { byName, type TransportName, transports } from '@sonde/model/transports/transports'
import type { Logger } from 'pino'
import { type Config, portKeyOf, settings } from '../config/settings.ts'
import { createDeviceBuffers } from './device-buffers.ts'
import { createHttpTransport } from './http/http-transport.ts'
import { createMqttTransport } from './mqtt/mqtt-transport.ts'
import { openPort } from './ports.ts'
import type { Listening, Transport, TransportDeps } from './transport.ts'
import { createUnsignedConnections } from './unsigned-connections.ts'

const creators: Readonly<Record<TransportName, (deps: TransportDeps) => Transport>> = {
  mqtt: createMqttTransport,
  http: createHttpTransport,
}

/** Creates the limits that all transports share. */
export const createConnectionBounds = ({
  serverLimits,
  counts,
  turns,
}: Pick<TransportDeps, 'serverLimits' | 'counts' | 'turns'>) => ({
  unsigned: createUnsignedConnections({
    perAddressMax: () => serverLimits.of(null, 'unsignedConnections'),
    allMax: () => serverLimits.of(null, 'allUnsignedConnections'),
    waitingMax: () => serverLimits.of(null, 'waitingConnections'),
    turns,
    rejected: (limit) => void serverLimits.rejected(null, limit),
    counts: counts.unsigned,
  }),
  buffers: createDeviceBuffers(serverLimits),
})

export interface DeviceTransports {
  addresses(): Record<TransportName, Listening>
  /** Opens the ports, one after the other. Throws `PortInUse`. */
  start(): Promise<void>
  stop(): Promise<void>
}

export interface DeviceTransportsDeps extends Omit<TransportDeps, 'host' | 'port' | 'log' | 'unsigned' | 'buffers'> {
  readonly config: Config
  readonly log: Logger
}

export function createDeviceTransports({ config, log, ...deps }: DeviceTransportsDeps): DeviceTransports {
  const { host } = config
  const bounds = createConnectionBounds(deps)
  const created = byName((each) =>
    creators[each.name]({
      ...deps,
      ...bounds,
      host,
      port: config[portKeyOf(each)],
      log: log.child({ part: each.name }),
    }),
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
