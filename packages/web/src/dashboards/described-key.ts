/** Names, units and decimals of keys as defaults: what a data key or its widget sets goes first. */

import type { DataKey, WidgetConfig } from '@sonde/model/dashboards/dashboard-configuration'
import type { KeyDescription } from '@sonde/model/key-descriptions/key-description'
import { keyName } from '@sonde/model/key-descriptions/key-lookup'

/** A label that is the key itself counts as none: editors fill it in. */
export function describedKey(
  dataKey: DataKey,
  config: Pick<WidgetConfig, 'units' | 'decimals'> | undefined,
  description: KeyDescription | undefined,
): DataKey {
  const { name, label, units, decimals } = dataKey
  if (!description) return dataKey
  return {
    ...dataKey,
    label: label === '' || label === name ? keyName(name, description) : label,
    units: units ?? (config?.units ? null : (description.unit ?? null)),
    decimals: decimals ?? config?.decimals ?? description.decimals ?? null,
  }
}
