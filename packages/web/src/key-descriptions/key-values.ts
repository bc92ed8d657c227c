/**
 * Key value of a device: the value that its list shows. It is the first key described in the device's profile; for
 * profiles without described keys, the first one described for all entities that the device has sent. Pure.
 */

import type { TsValue } from '@sonde/model/entity-query/entity-query'
import { formatValue, type NumberFormat } from '@sonde/model/key-descriptions/format-value'
import type { KeyDescriptions } from '@sonde/model/key-descriptions/key-description'
import { keyLookup, keyName } from '@sonde/model/key-descriptions/key-lookup'

/** Maximum keys described for all entities that are tried in turn. */
const triedMax = 10

type Values = Readonly<Record<string, TsValue>>

export interface KeyValues {
  /** Whether any key is described; otherwise no device has a key value. */
  readonly areKnown: boolean
  /** Keys to load for a device of the profile. */
  readonly keysOf: (profile: string) => readonly string[]
  /** Value with its unit; empty without one. */
  readonly text: (profile: string, values: Values, format: NumberFormat) => string
  /** Name of the shown key; undefined without a value. */
  readonly title: (profile: string, values: Values) => string | undefined
}

export function createKeyValues(descriptions: KeyDescriptions): KeyValues {
  const lookup = keyLookup(descriptions)
  const common = descriptions.keys.slice(0, triedMax).map(({ key }) => key)
  const first = new Map(
    descriptions.profiles.flatMap(({ deviceProfileName, keys: [one] }) =>
      one ? [[deviceProfileName, [one.key]]] : [],
    ),
  )
  const keysOf = (profile: string): readonly string[] => first.get(profile) ?? common
  const shownKey = (profile: string, values: Values) => keysOf(profile).find((key) => (values[key]?.ts ?? 0) > 0)
  return {
    areKnown: common.length > 0 || first.size > 0,
    keysOf,
    text(profile, values, format) {
      const key = shownKey(profile, values)
      return key === undefined ? '' : formatValue(values[key]?.value ?? '', lookup(key, profile), format)
    },
    title(profile, values) {
      const key = shownKey(profile, values)
      return key === undefined ? undefined : keyName(key, lookup(key, profile))
    },
  }
}
