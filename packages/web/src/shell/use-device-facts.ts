/** Live facts about the devices that the palette found: alarms, key values, and what can be acknowledged. */

import { createAlarmCalls } from '@sonde/client/alarms/alarm-calls'
import type { AlarmSeverity } from '@sonde/model/alarms/alarm-kinds'
import { noKeyDescriptions } from '@sonde/model/key-descriptions/no-key-descriptions'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { createKeyValues } from '../key-descriptions/key-values.ts'
import { useKeyDescriptions } from '../key-descriptions/use-key-descriptions.ts'
import { useActiveAlarms } from '../live/use-active-alarms.ts'
import { useEntityValues } from '../live/use-live.ts'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { firstDevice, type PaletteGroup, type PaletteHit } from './palette-search.ts'

/** Maximum alarms that one action acknowledges. */
const acknowledgedMax = 100

const none: readonly never[] = []

export function useDeviceFacts(groups: readonly PaletteGroup[] | undefined) {
  const t = useText()
  const format = useFormat()
  const { rest } = useClient()
  const { data: descriptions = noKeyDescriptions } = useKeyDescriptions()
  const keyValues = useMemo(() => createKeyValues(descriptions), [descriptions])
  const hits = useMemo(() => groups?.flatMap((group) => group.hits).filter(({ device }) => device) ?? none, [groups])
  const ids = useMemo(() => hits.map(({ id }) => id), [hits])
  const keys = useMemo(
    () => [...new Set(hits.flatMap(({ device }) => (device ? keyValues.keysOf(device.deviceProfileName) : [])))],
    [hits, keyValues],
  )
  const values = useEntityValues('DEVICE', ids, none, keys)
  const alarms = useActiveAlarms(ids)
  const first = firstDevice(groups)
  const firstId = first && alarms.has(first.id) ? first.id : undefined
  const unacknowledged = useQuery({
    queryKey: ['alarms', 'unacknowledged', firstId],
    enabled: firstId !== undefined,
    queryFn: ({ signal }) =>
      createAlarmCalls(rest).search(
        { page: 0, pageSize: acknowledgedMax },
        { ...(firstId && { originatorId: firstId }), status: 'ACTIVE_UNACK', shelved: false },
        { signal, ignoreErrors: true, ignoreLoading: true },
      ),
  }).data

  return {
    severityOf: (id: string): AlarmSeverity | undefined => alarms.get(id)?.severity,
    /** Worst severity or state, and key value or profile; undefined for other entities. */
    hintOf({ id, device }: PaletteHit): string | undefined {
      if (!device) return undefined
      const severity = alarms.get(id)?.severity
      const value = keyValues.text(device.deviceProfileName, values.get(id)?.telemetry ?? {}, format)
      const state = severity ? t(`alarms.${severity}`) : t(device.active ? 'ui.active' : 'ui.inactive')
      return `${state}, ${value || device.deviceProfileName}`
    },
    /** Alarms of the first device that can be acknowledged; empty without one. */
    unacknowledged: (firstId && unacknowledged?.data.map(({ id }) => id.id)) || none,
  }
}
