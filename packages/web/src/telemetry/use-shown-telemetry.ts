/** Shows latest values of an entity as its keys are described, the same way in every list. */

import type { EntityId } from '@sonde/model/ids'
import { formatValue } from '@sonde/model/key-descriptions/format-value'
import type { KeyLookup } from '@sonde/model/key-descriptions/key-lookup'
import { useCallback, useState } from 'react'
import { useKeyLookup } from '../key-descriptions/use-key-descriptions.ts'
import { useNow } from '../live/use-now.ts'
import { useText } from '../locale/use-text.tsx'
import { createDecimalsSeen } from '../ui/format/decimals-seen.ts'
import { useFormat } from '../ui/format/use-format.ts'
import { timeOf } from './time-value.ts'
import { isBooleanText } from './use-step-lines.ts'

export interface ShownTelemetry {
  readonly describe: KeyLookup
  /** Value with the decimals and unit of its key; a time as a time, a boolean as a word. */
  readonly textOf: (key: string, value: string) => string
  /** The whole value, for a tooltip. */
  readonly exactTextOf: (key: string, value: string) => string
}

/** `profile`: name of a device's profile. `decimalsMax`: maximum fraction digits of keys without a description. */
export function useShownTelemetry(entity: EntityId, profile: string | undefined, decimalsMax: number): ShownTelemetry {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const lookup = useKeyLookup()
  const [decimals] = useState(() => createDecimalsSeen(decimalsMax))
  const describe = useCallback((key: string) => lookup(key, profile), [lookup, profile])
  return {
    describe,
    textOf(key, value) {
      const time = timeOf(key, value)
      if (time !== null) return format.when(time, nowMs)
      if (isBooleanText(value)) return t(value === 'true' ? 'ui.yes' : 'ui.no')
      return formatValue(value, describe(key), format, decimals.see(`${entity.id} ${key}`, value))
    },
    exactTextOf(key, value) {
      const time = timeOf(key, value)
      return time === null ? value : `${format.dateTime(time)}, ${value}`
    },
  }
}
