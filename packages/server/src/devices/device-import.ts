/** Import of devices: columns of a line and how it is saved. */

import { type BulkImport, commonColumns, type ImportedLine } from '../bulk-import/bulk-import.ts'
import { createEntityImport, type EntityImportDeps } from '../bulk-import/entity-import.ts'
import type { CredentialsInput } from './credentials.ts'
import type { DeviceService } from './device-service.ts'
import type { DeviceStore } from './device-store.ts'

export interface DeviceImportDeps extends EntityImportDeps {
  readonly devices: DeviceService
  readonly store: DeviceStore
}

const credentialColumns = ['ACCESS_TOKEN', 'X509', 'MQTT_CLIENT_ID', 'MQTT_USER_NAME', 'MQTT_PASSWORD'] as const

export const createDeviceImport = ({ devices, store, ...deps }: DeviceImportDeps): BulkImport =>
  createEntityImport(
    {
      word: 'device',
      columns: [
        ...commonColumns,
        'SHARED_ATTRIBUTE',
        'SERVER_ATTRIBUTE',
        'TIMESERIES',
        'IS_GATEWAY',
        ...credentialColumns,
      ],
      findByName: store.findByName,
      save(scope, said, { cells, before, values }) {
        const staysInProfile = !cells.TYPE || cells.TYPE === before?.type
        const device = {
          ...said,
          type: said.type || null,
          deviceData: before?.deviceData ?? null,
          // Packages belong to one profile.
          firmwareId: staysInProfile ? before?.firmwareId : null,
          softwareId: staysInProfile ? before?.softwareId : null,
        }
        return devices.save(scope, device, credentialsOf(cells), values)
      },
    },
    deps,
  )

/**
 * Credentials of a line; null without columns of credentials: a new device gets a token, an existing one keeps its own.
 */
function credentialsOf(cells: ImportedLine['cells']): CredentialsInput | null {
  if (cells.X509) return { credentialsType: 'X509_CERTIFICATE', credentialsValue: cells.X509 }
  const { MQTT_CLIENT_ID: clientId, MQTT_USER_NAME: userName, MQTT_PASSWORD: password } = cells
  if (clientId ?? userName ?? password) {
    return { credentialsType: 'MQTT_BASIC', credentialsValue: JSON.stringify({ clientId, userName, password }) }
  }
  return cells.ACCESS_TOKEN ? { credentialsType: 'ACCESS_TOKEN', credentialsId: cells.ACCESS_TOKEN } : null
}
