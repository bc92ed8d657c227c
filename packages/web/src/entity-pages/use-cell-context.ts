/** Context for the cells of a list. */

import { useMemo } from 'react'
import { useActiveAlarms } from '../live/use-active-alarms.ts'
import { useEntityValues } from '../live/use-live.ts'
import { useNow } from '../live/use-now.ts'
import { useText } from '../locale/use-text.tsx'
import { type CellContext, type EntityTableDescription, noRowLive } from '../ui/entity-table/entity-description.ts'
import { useFormat } from '../ui/format/use-format.ts'

const none: readonly string[] = []

/** Includes live facts, to which it subscribes. `rows`: undefined while loading. */
export function useCellContext<T>(
  description: EntityTableDescription<T>,
  rows: readonly T[] | undefined,
): (row: T) => CellContext {
  const { entityType, liveAttributes = none, liveTelemetry, showsAlarms, idOf } = description
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const ids = useMemo(() => rows?.map(idOf) ?? none, [rows, idOf])
  const keys = useMemo(
    () => (liveTelemetry && rows ? [...new Set(rows.flatMap(liveTelemetry))] : none),
    [rows, liveTelemetry],
  )
  const values = useEntityValues(entityType, ids, liveAttributes, keys)
  const alarms = useActiveAlarms(showsAlarms ? ids : none)
  return (row) => {
    const id = idOf(row)
    return { t, format, nowMs, live: { ...(values.get(id) ?? noRowLive), alarms: alarms.get(id) } }
  }
}
