/** Queries and calls shared by the device pages. */

import type { DeviceInfo } from '@sonde/model/devices/device'
import type { QueryClient } from '@tanstack/react-query'
import { invalidateEntities, useEntity } from '../../entities/entity-queries.ts'
import type { Client } from '../../session/page-client.ts'
import { useClient } from '../../session/use-session.tsx'
import type { EntityFilterChip } from '../../ui/entity-table/entity-description.ts'

/** Query of one device; the list's copy is shown while it loads. */
export function useDevice(deviceId: string, known: DeviceInfo | undefined) {
  const client = useClient()
  return useEntity({
    room: 'devices',
    id: deviceId,
    load: (id, signal) => client.devices.info(id, { signal, ignoreErrors: true }),
    known,
  })
}

/** Reloads lists and counts of devices and single devices. */
export const refreshDevices = (queries: QueryClient): Promise<void> => invalidateEntities(queries, 'devices')

/** Maximum number of profiles offered at a time. */
const profilesMax = 50

export function profileFilter(client: Client): EntityFilterChip {
  const quiet = { ignoreErrors: true, ignoreLoading: true }
  return {
    param: 'deviceProfileId',
    label: 'devices.profile',
    async load(textSearch, signal) {
      const link = { page: 0, pageSize: profilesMax, textSearch, sortProperty: 'name', sortOrder: 'ASC' } as const
      const { data } = await client.deviceProfiles.infos(link, {}, { ...quiet, signal })
      return data.map((profile) => ({ value: profile.id.id, label: profile.name }))
    },
    async loadOne(value, signal) {
      const profile = await client.deviceProfiles.info(value, { ...quiet, signal })
      return { value, label: profile.name }
    },
  }
}
