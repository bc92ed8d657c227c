/**
 * What every transport is to the server: an address, a start and a stop. What it is called, which credentials it takes
 * and how its sessions last stands in its description (`@sonde/model/transports/transports`).
 */

import type { PackageType } from '@sonde/model/ota-packages/ota-package'
import { type TransportAddress, type TransportKind, transportsByKind } from '@sonde/model/transports/transports'
import type { DeviceActivity } from '../activity/device-activity.ts'
import type { TransportLog } from '../activity/transport-log.ts'
import type { Clock } from '../clock.ts'
import type { DeviceDirectory, DeviceRecord } from '../devices/device-directory.ts'
import type { Provisioning } from '../devices/provisioning.ts'
import type { Guard } from '../guard/guard.ts'
import type { Routes } from '../http/http-app.ts'
import type { BackPressure } from '../journal/back-pressure.ts'
import type { Limits } from '../limits/limits.ts'
import type { PackageFiles } from '../ota-packages/package-files.ts'
import type { StoredPackage } from '../ota-packages/stored-package.ts'
import type { EventLoopTurns } from '../turns/event-loop-turns.ts'
import type { DeviceAnswers } from './device-answers.ts'
import type { DeviceBuffers } from './device-buffers.ts'
import type { DeviceFaults } from './device-faults.ts'
import type { DeviceClaims } from './device-requests.ts'
import type { SessionRegistry } from './session-registry.ts'
import type { TransportCounts } from './transport-counts.ts'
import type { UnsignedConnections } from './unsigned-connections.ts'
import type { Uplink } from './uplink.ts'

export interface Listening extends TransportAddress {
  readonly isTls: boolean
}

export interface Transport {
  readonly kind: TransportKind
  /** Where devices reach it; a port of 0 is known once it has started. */
  address(): Listening
  /** Opens its port. Rejects with the system's error when the port cannot be opened. */
  start(): Promise<void>
  /** Accepts nothing more, lets acknowledgements go out, closes every connection. */
  stop(): Promise<void>
}

/** What a transport can use; each takes what it needs. */
export interface TransportDeps {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** PEM texts; without them the port is plain. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer }
  /** Paths and address of the web server, for transports without a port of their own. */
  readonly routes: Routes
  readonly webAddress: () => Listening
  readonly sessions: SessionRegistry
  readonly uplink: Uplink
  readonly backPressure: BackPressure
  readonly turns: EventLoopTurns
  readonly directory: Pick<DeviceDirectory, 'authenticate'>
  readonly activity: DeviceActivity
  readonly answers: DeviceAnswers
  readonly claims: DeviceClaims
  readonly provisioning: Provisioning
  /** The package assigned to a device. */
  readonly packageOfDevice: (deviceId: string, type: PackageType) => Promise<StoredPackage | undefined>
  readonly packageFiles: Pick<PackageFiles, 'read'>
  readonly faults: DeviceFaults
  readonly counts: TransportCounts
  /** Bounds connections that have not signed in, and what waits for slow devices: a transport adds its own to both. */
  readonly unsigned: UnsignedConnections
  readonly buffers: DeviceBuffers
  readonly serverLimits: Pick<Limits, 'of' | 'rejected' | 'measure'>
  readonly guard: Guard
  readonly clock: Clock
  readonly log: TransportLog
}

/** Whether the profile of the device allows the transport. */
export const serves = (kind: TransportKind, device: DeviceRecord): boolean =>
  transportsByKind[kind].profiles.includes(device.profile.transportType)
