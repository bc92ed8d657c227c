/** What a line of an import says of a device. */

import type { ImportColumnType } from '@sonde/model/bulk-import/bulk-import'
import type { Scope } from '../access/scope.ts'
import {
  type BulkImport,
  type BulkImportParts,
  commonColumns,
  createBulkImport,
  type ImportedLine,
  importedInfo,
  importedValues,
} from '../bulk-import/bulk-import.ts'
import type { CredentialsInput } from './credentials.ts'
import type { DeviceService } from './device-service.ts'
import type { DeviceStore } from './device-store.ts'

export interface DeviceImportParts {
  readonly devices: DeviceService
  readonly store: DeviceStore
  /** Kept for telemetry of the tenant that names no other, in seconds; 0: for ever. */
  readonly ttlSecondsOf: (tenantId: string) => number
  /** Throws when the tenant may store no more telemetry this month. */
  readonly requireStorage?: (tenantId: string) => void
  readonly turns: BulkImportParts['turns']
}

const columns: readonly ImportColumnType[] = [
  ...commonColumns,
  'SHARED_ATTRIBUTE',
  'SERVER_ATTRIBUTE',
  'TIMESERIES',
  'IS_GATEWAY',
  'ACCESS_TOKEN',
  'X509',
  'MQTT_CLIENT_ID',
  'MQTT_USER_NAME',
  'MQTT_PASSWORD',
]

export function createDeviceImport({
  devices,
  store,
  ttlSecondsOf,
  requireStorage,
  turns,
}: DeviceImportParts): BulkImport {
  async function importLine(scope: Scope, line: ImportedLine): Promise<'created' | 'updated'> {
    if (line.timeseries.length > 0) requireStorage?.(scope.tenantId)
    const { NAME: name = '', TYPE: type, LABEL: label } = line.cells
    const before = name === '' ? undefined : await store.findByName(scope.tenantId, name)
    const staysInProfile = !type || type === before?.type
    await devices.save(
      scope,
      {
        id: before?.id ?? null,
        name,
        type: type ?? before?.type ?? null,
        label: label ?? before?.label ?? null,
        deviceData: before?.deviceData ?? null,
        // Packages are for one profile.
        firmwareId: staysInProfile ? before?.firmwareId : null,
        softwareId: staysInProfile ? before?.softwareId : null,
        additionalInfo: importedInfo(before?.additionalInfo, line),
      },
      credentialsOf(line.cells),
      (device, nowMs) => importedValues(scope, device, line, nowMs, ttlSecondsOf(device.tenantId.id)),
    )
    return before ? 'updated' : 'created'
  }

  return createBulkImport({ importer: { word: 'device', columns, importLine }, turns })
}

/** Null when the line has no column of credentials: a new device gets a token, a known one keeps what it has. */
function credentialsOf(cells: ImportedLine['cells']): CredentialsInput | null {
  if (cells.X509) return { credentialsType: 'X509_CERTIFICATE', credentialsValue: cells.X509 }
  const { MQTT_CLIENT_ID: clientId, MQTT_USER_NAME: userName, MQTT_PASSWORD: password } = cells
  if (clientId ?? userName ?? password) {
    return { credentialsType: 'MQTT_BASIC', credentialsValue: JSON.stringify({ clientId, userName, password }) }
  }
  return cells.ACCESS_TOKEN ? { credentialsType: 'ACCESS_TOKEN', credentialsId: cells.ACCESS_TOKEN } : null
}
