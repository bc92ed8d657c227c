/** Context for the cells of a list. */

import { useServerAttributes } from '../live/use-live.ts'
import { useNow } from '../live/use-now.ts'
import { useText } from '../locale/use-text.tsx'
import type { CellContext, EntityTableDescription } from '../ui/entity-table/entity-description.ts'
import { useFormat } from '../ui/format/use-format.ts'

/** Includes live values, to which it subscribes. */
export function useCellContext<T>(
  { entityType, liveAttributes = [], idOf }: EntityTableDescription<T>,
  ids: readonly string[],
): (row: T) => CellContext {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const live = useServerAttributes(entityType, ids, liveAttributes)
  return (row) => ({ t, format, nowMs, live: live.get(idOf(row)) ?? {} })
}
