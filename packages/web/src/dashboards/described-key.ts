/** Applies key descriptions as defaults: settings of the data key or its widget have priority. */

import type { DataKey, WidgetConfig } from '@sonde/model/dashboards/dashboard-configuration'
import type { KeyDescription } from '@sonde/model/key-descriptions/key-description'
import { keyName } from '@sonde/model/key-descriptions/key-lookup'

/** A label equal to the key counts as not set, since editors prefill it. */
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
