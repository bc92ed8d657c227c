/** Wires the device transports and the device addresses that pages show. */

import type { Routes } from './http/http-app.ts'
import type { PlatformBase } from './platform-base.ts'
import type { Entities } from './platform-entities.ts'
import type { MessagePipeline } from './platform-messages.ts'
import { registerConnectivityRoutes } from './transports/connectivity-routes.ts'
import { createDeviceAnswers } from './transports/device-answers.ts'
import { createDeviceTransports, type DeviceTransports } from './transports/device-transports.ts'
import type { Listening } from './transports/transport.ts'

export interface TransportRooms {
  readonly base: PlatformBase
  readonly entities: Entities
  readonly messages: MessagePipeline
  readonly routes: Routes
  readonly webAddress: () => Listening
}

/** Creates the transports. Opens no port yet. */
export function createTransports({ base, entities, messages, routes, webAddress }: TransportRooms): DeviceTransports {
  const { config, log, tls, attributes, turns, budgets, backPressure, uplinkTurns, limits, clock } = base
  const { directory, claims, provisioning, packages } = entities
  const { sessions, uplink, activity, counts, events } = messages
  const transports = createDeviceTransports({
    config,
    log,
    ...(tls && { tls }),
    routes,
    webAddress,
    sessions,
    uplink,
    backPressure,
    turns: uplinkTurns,
    directory,
    activity,
    answers: createDeviceAnswers({ attributes, turns, budgets }),
    claims,
    provisioning,
    packageOfDevice: packages.packageOfDevice,
    packageFiles: packages.files,
    faults: events.deviceFaults,
    counts,
    serverLimits: limits,
    guard: base.guard,
    clock,
  })
  registerConnectivityRoutes(routes, transports)
  return transports
}
