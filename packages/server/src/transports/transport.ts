/**
 * Common interface of the transports: an address, a start and a stop. Name, supported credentials and session type are
 * defined in `@sonde/model/transports/transports`.
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
  /** Address for devices; a configured port of 0 is replaced by the actual port after start. */
  address(): Listening
  /** Opens the port. Rejects with the system error when the port cannot be opened. */
  start(): Promise<void>
  /** Accepts no more connections or messages, sends outstanding acknowledgments and closes every connection. */
  stop(): Promise<void>
}

/** Dependencies of all transports; each takes the ones it needs. */
export interface TransportDeps {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** PEM texts; when absent, the port is not encrypted. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer }
  /** Routes and address of the web server, for transports that don't have their own port. */
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
  /** Returns the package assigned to a device. */
  readonly packageOfDevice: (deviceId: string, type: PackageType) => Promise<StoredPackage | undefined>
  readonly packageFiles: Pick<PackageFiles, 'read'>
  readonly faults: DeviceFaults
  readonly counts: TransportCounts
  /** Shared limits on unauthenticated connections and on bytes buffered for slow devices. */
  readonly unsigned: UnsignedConnections
  readonly buffers: DeviceBuffers
  readonly serverLimits: Pick<Limits, 'of' | 'rejected' | 'measure'>
  readonly guard: Guard
  readonly clock: Clock
  readonly log: TransportLog
}

/** True when the device's profile allows the transport. */
export const serves = (kind: TransportKind, device: DeviceRecord): boolean =>
  transportsByKind[kind].profiles.includes(device.profile.transportType)
